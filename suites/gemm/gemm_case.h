#pragma once
// A case of gemm: a recipe for shape, layout, scalars and inputs, from which the same bits are made on every
// machine. Recipes are what RapidCheck draws, what shrinking makes smaller and what failure files hold.
#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/gemm/offer.h"

namespace ulpgate::gemm {

/// What values a case has.
enum class Family {
  integers,         ///< small whole numbers: no sum can round
  ones,             ///< every element 1
  uniform,          ///< in [-1, 1), on the format's grid
  wide,             ///< exponents over most of the range that keeps products finite
  cancelling,       ///< pairs along k that cancel, with small rests
  order_revealing,  ///< a few large products of both signs among many small ones
  positive,         ///< like uniform, without signs: errors of truncation add up
  subnormal,        ///< subnormal operands against large ones
  near_overflow,    ///< results around the largest finite value of D
  near_ties,        ///< exact sums on and beside midpoints of D
  codes,            ///< the explicit codes of the case
};

std::string_view name(Family family);
/// Returns false where no family has that name.
bool parse_family(std::string_view text, Family& family);

enum class Batching {
  apart,        ///< one problem after the other
  interleaved,  ///< the problems' rows (columns, if transposed) side by side: batch stride < leading
                ///< dimension
  shared,       ///< one matrix for all problems: batch stride 0; inputs only
};

/// How one matrix lies in memory. All in elements.
struct Layout {
  bool transposed = false;  ///< columns are contiguous instead of rows
  std::int64_t pad = 0;     ///< the leading dimension is this much larger than it must be
  std::int64_t batch_pad = 0;
  std::int64_t inner = 1;  ///< between neighbours of a contiguous row; 0 (inputs only): all the same
  bool reversed = false;   ///< rows lie backwards
  Batching batching = Batching::apart;
  std::int64_t lead = 0;  ///< from a 64-byte boundary to the first byte's element
  bool operator==(const Layout&) const = default;
};

/// One element that is not what the family says.
struct Planted {
  char tensor = 'a';  ///< a, b, c
  std::int64_t batch = 0, row = 0, column = 0;
  std::uint64_t code = 0;
  bool operator==(const Planted&) const = default;
};

struct GemmCase {
  std::int64_t batch = 1, m = 1, n = 1, k = 1;
  Layout a, b, c, d;
  bool self = false;         ///< B is A transposed, in the same memory; n is m
  bool in_place = false;    ///< c is d
  bool alarming_c = false;  ///< c holds NaN of both kinds, infinities and the largest values
  std::uint64_t alpha = 0, beta = 0;
  Family family = Family::integers;
  int scale = 0;  ///< A's values are multiplied by 2^scale
  std::uint64_t seed = 0;
  std::int64_t period = 0;  ///< rows of A and problems of a batch repeat after so many; 0: never
  std::vector<Planted> planted;
  /// Family codes: dense, row-major, batch by batch.
  std::vector<std::uint64_t> a_codes, b_codes, c_codes;
};

/// Inputs as dense, row-major codes, batch by batch. Scales: one for each block.
struct GemmInputs {
  std::vector<std::uint64_t> a, b, c, bias, a_scale, b_scale;
};

/// The scale tensors' extents.
struct ScaleShape {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};
ScaleShape scale_shape(const ScaleBlock& block, std::int64_t rows, std::int64_t columns);

GemmInputs expand(const GemmOffer& offer, const GemmCase& c);

/// The problem whose rows and batches a case with a period repeats; other cases are their own.
GemmCase one_period(const GemmCase& c);

/// The case with its inputs spelled out, so that single elements can shrink.
GemmCase spelled_out(const GemmOffer& offer, const GemmCase& c);

}  // namespace ulpgate::gemm
