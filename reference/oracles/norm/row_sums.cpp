#include "reference/oracles/norm/row_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "reference/oracles/norm/row_kernels.h"

namespace ulpgate {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

constexpr int widest = 62;
/// Exponents of the units of doubles: 2^-1074 to 2^971.
constexpr int lowest_exponent = -1074;

struct Parts {
  std::int64_t significand;  ///< signed
  int exponent;
};

/// A finite number as significand * 2^exponent.
Parts parts_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto field = static_cast<int>(bits >> 52 & 0x7FF);
  auto significand = static_cast<std::int64_t>(bits & 0xFFFFFFFFFFFFF);
  if (field != 0) significand |= std::int64_t{1} << 52;
  return {(bits >> 63) != 0 ? -significand : significand, std::max(field, 1) - 1075};
}

Exact::Integer integer_of(UInt128 x) {
  Exact::Integer result = static_cast<std::uint64_t>(x >> 64);
  result <<= 64;
  return result + static_cast<std::uint64_t>(x);
}

/// A sum of integers below 2^128.
struct LongSum {
  UInt128 low = 0;
  std::uint64_t carries = 0;

  void add(UInt128 x) {
    low += x;
    carries += low < x ? 1 : 0;
  }
  Exact::Integer integer() const { return (Exact::Integer(carries) << 128) + integer_of(low); }
};

Exact signed_exact(Int128 x, int exponent) {
  const bool negative = x < 0;
  return {negative, integer_of(negative ? -static_cast<UInt128>(x) : static_cast<UInt128>(x)), exponent};
}

double double_of(std::int64_t key) { return std::bit_cast<double>(key_of(key)); }

void mark_specials(std::span<const double> x, RowSums& sums) {
  for (const double v : x) {
    sums.any_nan |= std::isnan(v);
    sums.any_positive_infinity |= std::isinf(v) && v > 0;
    sums.any_negative_infinity |= std::isinf(v) && v < 0;
  }
}

/// A double's exponent field, as of a normal number.
int field_of(std::int64_t bits) { return std::max(static_cast<int>(bits >> 52), 1); }

/// Every number is a multiple of 2^unit and below 2^above.
struct Width {
  int unit = 0, above = 0;
};

/// Range of the numbers; where they are finite.
Width survey(std::span<const double> x, RowSums& sums) {
  if (x.empty()) return {};
  constexpr std::int64_t infinite = 0x7FF0000000000000;
  const RowRange range = row_kernels().survey(x.data(), static_cast<std::int64_t>(x.size()));
  if (range.largest >= infinite) mark_specials(x, sums);
  if (!sums.all_finite()) return {};
  sums.lowest = double_of(range.lowest) + 0.0;
  sums.highest = double_of(range.highest) + 0.0;
  sums.all_zero = range.largest == 0;
  if (sums.all_zero) return {};
  return {field_of(range.smallest) - 1075 + std::countr_zero(range.significands),
          field_of(range.largest) - 1022};
}

/// Of what is a sum of magnitudes up to n roundings of at most 2^-53 each.
double from_above(double sum, std::size_t n) { return sum * (1 + 0x1p-52 * static_cast<double>(n)); }

void add_integers(std::span<const double> x, int unit_exponent, RowSums& sums) {
  const double unit = std::ldexp(1.0, -unit_exponent);
  Int128 sum = 0;
  LongSum squares, magnitudes;
  std::uint64_t all = 0;
  for (const double v : x) {
    const auto k = static_cast<std::int64_t>(v * unit);
    const auto magnitude = static_cast<std::uint64_t>(k < 0 ? -k : k);
    all |= magnitude;
    sum += k;
    magnitudes.low += magnitude;
    squares.add(static_cast<UInt128>(magnitude) * magnitude);
  }
  sums.sum = signed_exact(sum, unit_exponent);
  sums.squares = Exact(false, squares.integer(), 2 * unit_exponent);
  sums.magnitude = from_above(std::ldexp(static_cast<double>(magnitudes.low), unit_exponent), 1);
  sums.quantum = unit_exponent + std::countr_zero(all);
}

void add_in_bins(std::span<const double> x, RowSums& sums) {
  constexpr int step = 32, bins = 2048 / step + 1, square_step = 16, square_bins = 4096 / square_step + 1;
  std::vector<Int128> sum(bins);
  std::vector<LongSum> squares(square_bins);
  double magnitudes = 0;
  for (const double v : x) {
    if (v == 0) continue;
    const Parts p = parts_of(v);
    magnitudes += std::fabs(v);
    sums.quantum =
        std::min(sums.quantum, p.exponent + std::countr_zero(static_cast<std::uint64_t>(p.significand)));
    const int place = p.exponent - lowest_exponent;
    sum[static_cast<std::size_t>(place / step)] += Int128{p.significand} * (Int128{1} << place % step);
    const auto magnitude = static_cast<std::uint64_t>(p.significand < 0 ? -p.significand : p.significand);
    const UInt128 square = static_cast<UInt128>(magnitude) * magnitude;
    squares[static_cast<std::size_t>(2 * place / square_step)].add(square << 2 * place % square_step);
  }
  sums.magnitude = from_above(magnitudes, x.size());
  for (int b = 0; b < bins; ++b) {
    const Int128 here = sum[static_cast<std::size_t>(b)];
    if (here != 0) sums.sum += signed_exact(here, lowest_exponent + b * step);
  }
  for (int b = 0; b < square_bins; ++b) {
    const Exact::Integer here = squares[static_cast<std::size_t>(b)].integer();
    if (here != 0) sums.squares += Exact(false, here, 2 * lowest_exponent + b * square_step);
  }
}

}  // namespace

RowSums row_sums(std::span<const double> x) {
  RowSums sums;
  const Width width = survey(x, sums);
  if (!sums.all_finite() || sums.all_zero) return sums;
  // A double multiplies by 2^-unit where that is one.
  if (width.above - width.unit <= widest && width.unit > -1000 && width.unit < 1000) {
    add_integers(x, width.unit, sums);
  } else {
    add_in_bins(x, sums);
  }
  return sums;
}

RowSums row_sums_in_bins(std::span<const double> x) {
  RowSums sums;
  survey(x, sums);
  if (sums.all_finite()) add_in_bins(x, sums);
  return sums;
}

}  // namespace ulpgate
