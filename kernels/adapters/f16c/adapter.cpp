// The half-precision conversions of x86: VCVTPS2PH and VCVTPH2PS.
//
// Intel SDM volume 2: VCVTPS2PH with an immediate rounding ignores MXCSR.RC; neither instruction honours
// MXCSR.FTZ or MXCSR.DAZ for the half-precision side, and DAZ applies to the single-precision input alone.
// NaNs keep sign and leading payload bits and become quiet.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/f16c/instructions.h"
#include "kernels/api/convert_offer.h"
#include "kernels/api/table_adapter.h"

namespace ulpgate::adapters {
namespace {

EntryPoint narrow(const char* suffix, const char* rounding, Reply (*run)(const Call&)) {
  return {convert_offer(std::string("vcvtps2ph.") + suffix, formats::fp32, formats::fp16,
                        {.rounding = rounding, .nan = "payload"},
                        {{"instruction", "vcvtps2ph"}, {"lanes", "8, and a scalar tail"}}),
          run};
}

std::vector<EntryPoint> table() {
  return {
      narrow("rne", "nearest_even", f16c::nearest_even),
      narrow("rz", "toward_zero", f16c::toward_zero),
      narrow("ru", "up", f16c::up),
      narrow("rd", "down", f16c::down),
      {convert_offer("vcvtph2ps", formats::fp16, formats::fp32, {.nan = "payload"},
                     {{"instruction", "vcvtph2ps"}, {"lanes", "8, and a scalar tail"}}),
       f16c::widen},
  };
}

class F16c : public TableAdapter {
 public:
  F16c() : TableAdapter({"f16c", "1", "the x86 F16C instructions"}, table()) {}

  std::optional<NotRun> not_run() const override {
    if (f16c::missing().empty()) return std::nullopt;
    return NotRun{"no hardware", std::string(f16c::missing())};
  }

  Reply call(const Call& call) override {
    if (!f16c::missing().empty()) return {Status::failed, std::string(f16c::missing())};
    return TableAdapter::call(call);
  }
};

}  // namespace

std::unique_ptr<Implementation> make_f16c() { return std::make_unique<F16c>(); }

}  // namespace ulpgate::adapters
