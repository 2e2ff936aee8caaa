#pragma once
// A tensor of an operation on rows, for kernels and their callers.
#include <cstdint>

#include "kernels/cuda/element_format.h"

namespace ulpgate::cuda {

/// Elements by (outer, i, inner): i along the row, outer and inner which row. Strides are in elements; any,
/// zero and negative ones included; 0 for what the tensor does not have. Aligned to an element and no more.
struct RowMemory {
  void* data = nullptr;  ///< element (0, 0, 0); nullptr: there is no such tensor
  ElementFormat format = ElementFormat::fp32;
  std::int64_t outer_stride = 0, stride = 0, inner_stride = 0;
};

/// A launch's answer where the kernel does not take the problem.
inline constexpr int unsupported_rows = -1;

}  // namespace ulpgate::cuda
