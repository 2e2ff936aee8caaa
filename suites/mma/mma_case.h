#pragma once
// A case of mma: a recipe from which the operands of one instruction, or of a chain of them, are made, the
// same bits on every machine. Recipes are what RapidCheck draws, what shrinking makes smaller and what
// failure files hold; the shape is the offer's.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/mma/offer.h"

namespace ulpgate::mma {

/// What values a case has.
enum class Family {
  zeros,       ///< zeros, and scales of 1: what is planted is all there is
  bits,        ///< any code, NaN and infinities among them
  finite,      ///< any finite code
  integers,    ///< whole numbers, times powers of two, whose sums round nowhere
  uniform,     ///< in (-2, 2), exponents like those of uniform numbers
  positive,    ///< the same without signs: what truncation loses adds up
  wide,        ///< exponents over much of the range that keeps sums finite
  cancelling,  ///< neighbours along k that cancel, with small rests
  aligned,     ///< products around the last bit that alignment keeps beside the largest one
  tiny,        ///< products around the smallest number of D
  subnormal,   ///< subnormal operands against large ones, subnormal accumulators
  overflow,    ///< sums around the largest number of D
  lifted,  ///< subnormal operands, each times one power of two that makes it normal; subnormal accumulators
  probe,   ///< one-hot operands, see probes.h; `seed` says which
  vector,  ///< a published line, see vectors.h
};

std::string_view name(Family family);
std::optional<Family> family_named(std::string_view text);

enum class Matrix { a, b, c, a_scale, b_scale };

std::string_view name(Matrix matrix);
std::optional<Matrix> matrix_named(std::string_view text);

/// One element that is not what the family says.
struct Planted {
  Matrix matrix = Matrix::a;
  int row = 0;
  int column = 0;
  std::uint64_t code = 0;
  bool operator==(const Planted&) const = default;
};

struct MmaCase {
  Family family = Family::zeros;
  std::uint64_t seed = 0;
  int instructions = 1;   ///< a chain: D of one is C of the next; A and B are drawn anew
  std::size_t lead = 0;   ///< elements between a 64-byte boundary and the first one, of every tensor
  std::string line = {};  ///< of family vector: "chain.txt:18"
  std::vector<Planted> planted = {};
};

/// Dense, row-major codes.
struct MmaInputs {
  std::vector<std::uint64_t> a, b, c, a_scale, b_scale;

  std::vector<std::uint64_t>& of(Matrix matrix);
  const std::vector<std::uint64_t>& of(Matrix matrix) const {
    return const_cast<MmaInputs*>(this)->of(matrix);
  }
};

/// The format of a matrix and its extents.
const Format& format_of(const MmaOffer& offer, Matrix matrix);
struct Extent {
  int rows = 0;
  int columns = 0;
};
Extent extent_of(const MmaOffer& offer, Matrix matrix);
/// Of an element in a row-major matrix.
constexpr std::size_t place(int row, int columns, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
}
/// Those that the offer has.
std::vector<Matrix> matrices_of(const MmaOffer& offer);
/// What an element is where nothing is planted among zeros: 0, or 1 for scales.
std::uint64_t plain_code(const MmaOffer& offer, Matrix matrix);

/// Operands of the instruction with that number; `c` counts for the first one alone.
MmaInputs expand(const MmaOffer& offer, const MmaCase& c, int instruction = 0);

/// The same operands as a case of one instruction in which everything is planted, with accumulators of its
/// own where it stands in the middle of a chain.
MmaCase spelled_out(const MmaOffer& offer, const MmaCase& c, int instruction = 0,
                    const std::vector<std::uint64_t>& accumulators = {});

}  // namespace ulpgate::mma
