#pragma once
// Matrices of slices (slicing.h), packed for the kernels.
#include "reference/oracles/gemm/panels.h"
#include "reference/oracles/gemm/slicing.h"

namespace ulpgate::products {

/// A block of k of a panel of B stays in the first cache.
inline constexpr std::int64_t longest_slice_block = 128;

struct SlicedPanels {
  PanelLayout layout;
  Slices slices;
  Storage<double> values;

  /// Nothing is packed yet. The layout's blocks are at most longest_slice_block.
  SlicedPanels(const PanelLayout& l, const Slices& s);

  /// Cuts the lines from `first` on, as far as they lie before `end`, into one panel of each matrix.
  void pack(std::int64_t panel, const Lines& lines, std::int64_t first, std::int64_t end);

  const double* at(int matrix, std::int64_t panel, std::int64_t k) const {
    return values.get() + matrix * layout.size() + layout.offset(panel, k);
  }
};

}  // namespace ulpgate::products
