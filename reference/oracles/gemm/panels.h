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

/// Calls store(place, line, k) for each element of one panel whose first line is `first_line` of `count`
/// lines, and blank(place) for the places of lines that do not exist.
template <typename Store, typename Blank>
void pack_panel(const PanelLayout& layout, std::int64_t panel, std::int64_t first_line, std::int64_t count,
                const Store& store, const Blank& blank) {
  for (std::int64_t k = 0; k < layout.length; k += layout.block) {
    const std::int64_t start = layout.offset(panel, k);
    const std::int64_t length = layout.block_length(k);
    for (int r = 0; r < layout.width; ++r) {
      const std::int64_t line = first_line + r;
      if (line < count) {
        for (std::int64_t t = 0; t < length; ++t) store(start + t * layout.width + r, line, k + t);
      } else {
        for (std::int64_t t = 0; t < length; ++t) blank(start + t * layout.width + r);
      }
    }
  }
}

}  // namespace ulpgate::products
