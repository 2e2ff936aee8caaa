// Any bytes, as a record file and as a report: read, merge, render. What is refused must be refused with
// InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "reports/page/junit.h"
#include "reports/page/page.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/merge.h"
#include "reports/record/summary.h"

namespace {

using namespace ulpgate::report;

void tell(const Report& report) {
  if (render_page(report).empty() || render_junit(report).empty() || headline(report).empty()) std::abort();
  // What was read can be written, and says the same again.
  const std::string text = compact(to_json(report));
  if (compact(to_json(parse_report(text, "again"))) != text) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const RecordFile file = parse_records(text, "fuzz");
    const Report report = merge({file});
    if (file.whole() && !report.footer.complete && report.footer.missing.empty()) std::abort();
    tell(report);
  } catch (const InputError&) {
  }
  try {
    tell(parse_report(text, "fuzz"));
  } catch (const InputError&) {
  }
  return 0;
}
