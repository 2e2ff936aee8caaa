#include "reference/vectors/recorded_set.h"

namespace ulpgate {
namespace {

struct Gpu {
  const char* name;
  const char* architecture;
  bool bf16_and_tf32;
  bool fp8;
  bool fp8_to_fp16;
  /// fp8 with fp32 results was recorded with wgmma, whose C was 0.
  bool wgmma;
};

// L40S has no file of fp8 with fp16 results.
constexpr Gpu gpus[] = {
    {"V100", "sm_70", false, false, false, false}, {"A100", "sm_80", true, false, false, false},
    {"A2", "sm_86", true, false, false, false},    {"Ada", "sm_89", true, true, true, false},
    {"L40S", "sm_89", true, true, false, false},   {"H100", "sm_90", true, true, true, true},
    {"H200", "sm_90", true, true, true, true},     {"B200", "sm_100", true, true, true, false},
};

}  // namespace

const std::vector<RecordedPlan>& recorded_plans() {
  static const std::vector<RecordedPlan> all = [] {
    using namespace formats;
    std::vector<RecordedPlan> plans;
    for (const Gpu& g : gpus) {
      const auto add = [&](const char* input, const Format& format, const Format& accumulator,
                           const char* entry, bool c_is_zero = false) {
        plans.push_back({g.name, input, &format, &accumulator, g.architecture, entry, c_is_zero});
      };
      add("fp16", fp16, fp32, "mma.fp16.fp32");
      add("fp16", fp16, fp16, "mma.fp16.fp16");
      if (g.bf16_and_tf32) {
        add("bf16", bf16, fp32, "mma.bf16.fp32");
        add("tf32", tf32, fp32, "mma.tf32.fp32");
      }
      for (const auto& [input, format] : {std::pair{"E4M3", &e4m3}, {"E5M2", &e5m2}}) {
        if (g.fp8) add(input, *format, fp32, g.wgmma ? "wgmma.fp8.fp32" : "mma.fp8.fp32", g.wgmma);
        if (g.fp8_to_fp16) add(input, *format, fp16, "mma.fp8.fp16");
      }
    }
    return plans;
  }();
  return all;
}

std::string RecordedPlan::name() const { return gpu + "/" + input + "/" + std::string(accumulator->name); }

}  // namespace ulpgate
