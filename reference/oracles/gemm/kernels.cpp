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

namespace {

ProductKernels choose() {
#ifdef ULPGATE_X86_LEVELS
  const bool v3 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512cd");
  if (v3 && v4) return x86_v4::kernels();
  if (v3) return x86_v3::kernels();
#endif
  return baseline::kernels();
}

}  // namespace

const ProductKernels& product_kernels() {
  static const ProductKernels chosen = choose();
  return chosen;
}

}  // namespace ulpgate::products
