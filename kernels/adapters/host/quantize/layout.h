#pragma once
// Where the scale of a block lies.
#include <cstdint>
#include <string>

#include "kernels/api/block_call.h"

namespace ulpgate::host {

using Placement = ScaleStorage;

struct Place {
  std::int64_t row, column;
};

inline std::string name_of(Placement p) {
  return p == Placement::plain ? "plain" : p == Placement::padded ? "padded" : "swizzled";
}

/// `across`: blocks along a row. Tiles of 128 x 4 lie one behind the other; each is 32 rows of 16, of which
/// every fourth belongs to rows 32 apart.
inline Place place_of(Placement p, std::int64_t across, std::int64_t row, std::int64_t column) {
  if (p != Placement::swizzled) return {row, column};
  const std::int64_t tiles = (across + 3) / 4, tile = (row / 128) * tiles + column / 4;
  const std::int64_t line = row % 32, part = row % 128 / 32;
  return {0, ((tile * 32 + line) * 4 + part) * 4 + column % 4};
}

inline std::string name_of(ElementPacking p) {
  return p == ElementPacking::low_first ? "low_first" : "high_first";
}

/// Where in its byte an element lies.
inline unsigned shift_of(ElementPacking p, std::int64_t column) {
  return (column % 2 == 0) == (p == ElementPacking::low_first) ? 0 : 4;
}

}  // namespace ulpgate::host
