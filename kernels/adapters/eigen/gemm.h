#pragma once
// Eigen's matrix product.
#include <vector>

#include "kernels/api/table_adapter.h"

namespace ulpgate::adapters {

/// fp32 and fp64, and Eigen::half and Eigen::bfloat16.
std::vector<EntryPoint> eigen_gemm();

}  // namespace ulpgate::adapters
