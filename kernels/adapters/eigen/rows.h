#pragma once
// Softmax and normalizations as users of Eigen write them: one expression each.
#include <vector>

#include "kernels/api/table_adapter.h"

namespace ulpgate::adapters {

std::vector<EntryPoint> eigen_rows();

}  // namespace ulpgate::adapters
