#pragma once
// Packing lines into the panels that the kernels read (kernels.h).
#include <cstdint>
#include <memory>

#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

/// Panels of `width` lines, cut along k into blocks: panel p of block [k, k + length) begins at
/// k * lines + p * width * length, where lines is the number of lines, rounded up to whole panels. So one
/// block's panels lie together, and element (k, line) of a panel at [k * width + line].
struct PanelLayout {
  std::int64_t lines;   ///< rounded up to whole panels
  std::int64_t length;  ///< of a line
  std::int64_t block;   ///< of k
  int width;

  PanelLayout(std::int64_t count, std::int64_t length_of_line, std::int64_t block_of_k, int width_of_panel)
      : lines((count + width_of_panel - 1) / width_of_panel * width_of_panel),
        length(length_of_line),
        block(block_of_k),
        width(width_of_panel) {}

  std::int64_t panels() const { return lines / width; }
  std::int64_t size() const { return lines * length; }
  std::int64_t block_length(std::int64_t k) const { return std::min(block, length - k); }
  std::int64_t offset(std::int64_t panel, std::int64_t k) const {
    return k * lines + panel * width * block_length(k);
  }
};

/// Calls store(places, line, k, length) for each run of elements of one panel, whose first line is `first` of
/// lines up to `end`: run element t belongs at places + t * width. Lines that do not exist are -1.
template <typename Store>
void pack_panel(const PanelLayout& layout, std::int64_t panel, std::int64_t first, std::int64_t end,
                const Store& store) {
  for (std::int64_t k = 0; k < layout.length; k += layout.block) {
    const std::int64_t start = layout.offset(panel, k);
    for (int r = 0; r < layout.width; ++r)
      store(start + r, first + r < end ? first + r : -1, k, layout.block_length(k));
  }
}

}  // namespace ulpgate::products
