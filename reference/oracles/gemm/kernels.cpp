#include "reference/oracles/gemm/kernels.h"

#include "reference/exact/instruction_set.h"

namespace ulpgate::products {

namespace baseline {
ProductKernels kernels();
}
#ifdef ULPGATE_X86_LEVELS
namespace x86_v3 {
ProductKernels kernels();
}
namespace x86_v4 {
ProductKernels kernels();
}
#endif

std::vector<ProductKernels> available_product_kernels() {
  std::vector<ProductKernels> all{baseline::kernels()};
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v3()) all.push_back(x86_v3::kernels());
  if (has_x86_v4()) all.push_back(x86_v4::kernels());
#endif
  return all;
}

const ProductKernels& product_kernels() {
  static const ProductKernels best = available_product_kernels().back();
  return best;
}

}  // namespace ulpgate::products
