#include "reference/oracles/norm/row_kernels.h"

#include "reference/exact/instruction_set.h"

namespace ulpgate {

std::vector<RowKernels> available_row_kernels() {
  std::vector<RowKernels> all{row_loops::baseline::kernels()};
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v3()) all.push_back(row_loops::x86_v3::kernels());
  if (has_x86_v4()) all.push_back(row_loops::x86_v4::kernels());
#endif
  return all;
}

const RowKernels& row_kernels() {
  static const RowKernels best = available_row_kernels().back();
  return best;
}

}  // namespace ulpgate
