#include "reference/tensor_core/fused_terms.h"

namespace ulpgate::detail {

#ifdef ULPGATE_X86_LEVELS
namespace x86_v3 {
FusedTerms fused_terms(OperandSpan a, OperandSpan b, int count, std::int32_t floor, int up, int extra_down);
}
#endif

FusedTermsFunction choose_fused_terms() {
#ifdef ULPGATE_X86_LEVELS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
    return x86_v3::fused_terms;
#endif
  return nullptr;
}

}  // namespace ulpgate::detail
