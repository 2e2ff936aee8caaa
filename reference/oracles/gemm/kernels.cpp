#include "reference/oracles/gemm/kernels.h"

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
  const bool v3 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512cd");
  if (v3) all.push_back(x86_v3::kernels());
  if (v3 && v4) all.push_back(x86_v4::kernels());
#endif
  return all;
}

const ProductKernels& product_kernels() {
  static const ProductKernels best = available_product_kernels().back();
  return best;
}

}  // namespace ulpgate::products
