#include "reference/oracles/norm/row_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

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

/// Marks NaN and infinities; range and magnitude of the rest, and the exponent above every number.
int survey(std::span<const double> x, RowSums& sums) {
  constexpr std::uint64_t infinite = 0x7FF0000000000000;
  std::uint64_t largest = 0;
  double lowest = 0, highest = 0, magnitude = 0;
  if (!x.empty()) lowest = highest = x[0];
  int quantum = sums.quantum;
  for (const double v : x) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(v) << 1 >> 1;
    if (bits >= infinite) {
      sums.any_nan |= bits > infinite;
      sums.any_positive_infinity |= bits == infinite && v > 0;
      sums.any_negative_infinity |= bits == infinite && v < 0;
      continue;
    }
    if (bits == 0) {
      lowest = std::min(lowest, 0.0);
      highest = std::max(highest, 0.0);
      continue;
    }
    largest = std::max(largest, bits);
    lowest = std::min(lowest, v);
    highest = std::max(highest, v);
    magnitude += std::fabs(v);
    const auto field = static_cast<int>(bits >> 52);
    const std::uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (std::uint64_t{field != 0} << 52);
    quantum = std::min(quantum, std::max(field, 1) - 1075 + std::countr_zero(significand));
  }
  sums.lowest = lowest;
  sums.highest = highest;
  // Each of the n roundings is at most 2^-53 of the sum.
  sums.magnitude = magnitude * (1 + 0x1p-52 * static_cast<double>(x.size()));
  sums.quantum = quantum;
  return std::max(static_cast<int>(largest >> 52), 1) - 1022;
}

void add_integers(std::span<const double> x, RowSums& sums) {
  const double unit = std::ldexp(1.0, -sums.quantum);
  Int128 sum = 0;
  LongSum squares;
  for (const double v : x) {
    const auto k = static_cast<std::int64_t>(v * unit);
    const auto magnitude = static_cast<std::uint64_t>(k < 0 ? -k : k);
    sum += k;
    squares.add(static_cast<UInt128>(magnitude) * magnitude);
  }
  sums.sum = signed_exact(sum, sums.quantum);
  sums.squares = Exact(false, squares.integer(), 2 * sums.quantum);
}

void add_in_bins(std::span<const double> x, RowSums& sums) {
  constexpr int step = 32, bins = 2048 / step + 1, square_step = 16, square_bins = 4096 / square_step + 1;
  std::vector<Int128> sum(bins);
  std::vector<LongSum> squares(square_bins);
  for (const double v : x) {
    const Parts p = parts_of(v);
    const int place = p.exponent - lowest_exponent;
    sum[static_cast<std::size_t>(place / step)] += Int128{p.significand} * (Int128{1} << place % step);
    const auto magnitude = static_cast<std::uint64_t>(p.significand < 0 ? -p.significand : p.significand);
    const UInt128 square = static_cast<UInt128>(magnitude) * magnitude;
    squares[static_cast<std::size_t>(2 * place / square_step)].add(square << 2 * place % square_step);
  }
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
  const int above = survey(x, sums);
  if (!sums.all_finite() || sums.magnitude == 0) return sums;
  // A double multiplies by 2^-quantum where that is one.
  if (above - sums.quantum <= widest && sums.quantum > -1000 && sums.quantum < 1000) {
    add_integers(x, sums);
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
