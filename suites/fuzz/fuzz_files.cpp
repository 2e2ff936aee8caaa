// Any bytes, as failure file, expectations and witnesses. What is refused must be refused with InputError; a
// failure file that is understood is replayed on an implementation that does nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "reports/record/error.h"
#include "suites/convert/suite.h"
#include "suites/convert/witnesses.h"
#include "suites/framework/expectation.h"
#include "suites/framework/failure_file.h"

namespace {

using namespace ulpgate;

class Nothing : public Implementation {
 public:
  std::string name() const override { return "nothing"; }
  std::string version() const override { return "1"; }
  std::string description() const override { return "answers without writing"; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override {
    return {{.operation = "convert",
             .variant = "v",
             .formats = {{"from", "fp32"}, {"to", "fp16"}},
             .claims = {{"rounding", "nearest_even"},
                        {"overflow", "infinity"},
                        {"infinity", "infinity"},
                        {"nan", "any"}},
             .ran = {}}};
  }
  Reply call(const Call&) override { return {}; }
};

template <typename Read>
void refused_or_read(Read read) {
  try {
    read();
  } catch (const report::InputError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      refused_or_read([&] {
        const Failure failure = parse_failure(text, "fuzz");
        Nothing nothing;
        convert::suite().replay(nothing, failure.row, failure.the_case);
      });
      break;
    case 1:
      refused_or_read([&] { parse_expectations(text, "fuzz"); });
      break;
    default:
      refused_or_read([&] { convert::parse_witnesses(text, "fuzz"); });
      break;
  }
  return 0;
}
