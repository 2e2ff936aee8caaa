#include "reference/tensor_core/fused_terms.h"

#include "reference/exact/instruction_set.h"

namespace ulpgate::detail {

#ifdef ULPGATE_X86_LEVELS
namespace x86_v3 {
FusedTerms fused_terms(OperandSpan a, OperandSpan b, int count, std::int32_t floor, int up, int extra_down);
}
#endif

FusedTermsFunction choose_fused_terms() {
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v3()) return x86_v3::fused_terms;
#endif
  return nullptr;
}

}  // namespace ulpgate::detail
