#include "reference/oracles/norm/row_kernels.h"

namespace ulpgate {

std::vector<RowKernels> available_row_kernels() {
  std::vector<RowKernels> all{row_loops::baseline::kernels()};
#ifdef ULPGATE_X86_LEVELS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    all.push_back(row_loops::x86_v3::kernels());
#endif
  return all;
}

const RowKernels& row_kernels() {
  static const RowKernels best = available_row_kernels().back();
  return best;
}

}  // namespace ulpgate
