#pragma once
// A case of an operation of quantization: a recipe for extents, layouts and inputs, from which the same bits
// are made on every machine. Recipes are what RapidCheck draws, what shrinking makes smaller and what failure
// files hold.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/framework/strided_buffer.h"
#include "suites/quantize/offer.h"

namespace ulpgate::blocks {

/// What values x has, or the amaxes of a history, which are their magnitudes; other inputs follow.
enum class Family {
  uniform,     ///< in [-4, 4)
  blocks,      ///< uniform, each group of 8 times a power of two of its own
  spread,      ///< exponents over the whole range of the format, both signs
  thresholds,  ///< in each block one element beside the largest number of the elements times a power of two,
               ///< and small ones
  ties,  ///< in each block one element that fixes the scale, and middles between neighbouring codes and their
         ///< neighbours
  steps,  ///< small whole numbers
  equal,  ///< one number
  zeros,  ///< of both signs
  tiny,   ///< around the smallest normal number
  large,  ///< near the largest finite one
  every,  ///< all codes of the format in turn, from `seed` on; in each block one element that fixes the scale
  codes,  ///< the explicit codes of the case
};

std::string_view name(Family family);
/// Returns false where no family has that name.
bool parse_family(std::string_view text, Family& family);

/// How the tensors lie in memory. All in elements.
struct Layout {
  std::int64_t pad = 0;   ///< beside each row
  std::int64_t step = 1;  ///< between neighbours along a row
  bool turned = false;    ///< columns are what lies together
  unsigned reversed = 0;  ///< axes that lie backwards, bits 1 and 2
  std::int64_t lead = 0;  ///< from a 64-byte boundary to the first byte
  bool operator==(const Layout&) const = default;
};

/// One element that is not what the family says.
struct Planted {
  std::size_t tensor = 0;  ///< place among the operation's tensors
  std::int64_t row = 0, column = 0;
  std::uint64_t code = 0;
  bool operator==(const Planted&) const = default;
};

struct BlocksCase {
  std::int64_t rows = 1, columns = 1;  ///< of the elements; of a history its length and the tensors
  /// delayed_scale_update: 0: one update of a history of `rows`. Else as many rows of history, at first
  /// zeros, and the case's rows are the amaxes of one step after the other.
  std::int64_t length = 0;
  int margin = 0;
  Layout layout;
  Family family = Family::uniform;
  int exponent = 0;  ///< x's values are multiplied by 2^exponent
  std::uint64_t seed = 0;
  std::vector<Planted> planted;
  /// Family codes: by tensor, dense; empty for outputs and what the offer does not have.
  std::vector<std::vector<std::uint64_t>> codes;
};

/// Inputs as dense codes, row by row, by tensor. Of scales in memory, padding is left out.
using Inputs = std::vector<std::vector<std::uint64_t>>;

using Shape = std::array<std::int64_t, 2>;

/// The extents of a tensor, {1, n} and {1, 1} for those of one axis; of scales those of blocks, without
/// padding.
Shape shape_of(const BlocksOffer& offer, const BlocksCase& c, std::size_t tensor);
/// The extents in memory, of what is not packed: padded, swizzled.
Shape stored_shape(const BlocksOffer& offer, const BlocksCase& c, std::size_t tensor);
/// The elements of q and q_t are packed as the offer claims.
quantize::Packing packing_of(const BlocksOffer& offer, std::size_t tensor);
/// Where scale (row, column) of a tensor lies among all that are stored, row by row.
std::size_t stored_place(const BlocksOffer& offer, const Shape& shape, std::size_t tensor, std::int64_t row,
                         std::int64_t column);

Inputs expand(const BlocksOffer& offer, const BlocksCase& c);

/// The case with its inputs spelled out, so that single elements can shrink.
BlocksCase spelled_out(const BlocksOffer& offer, const BlocksCase& c);

}  // namespace ulpgate::blocks
