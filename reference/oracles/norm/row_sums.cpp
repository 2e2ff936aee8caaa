#include "reference/oracles/norm/row_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace ulpgate {
namespace {

using products::Int128;
using products::UInt128;

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
  WideInteger wide() const {
    WideInteger result = WideInteger(carries) << 128;
    result += WideInteger(low);
    return result;
  }
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
  sums.range = range;
  sums.all_zero = range.largest == 0;
  if (sums.all_zero) return {};
  return {field_of(range.smallest) - 1075 + std::countr_zero(range.significands),
          field_of(range.largest) - 1022};
}

/// Of what is a sum of magnitudes up to n roundings of at most 2^-53 each.
double from_above(double sum, std::size_t n) { return sum * (1 + 0x1p-52 * static_cast<double>(n)); }

/// Of integers.
struct Totals {
  Int128 sum = 0;
  UInt128 magnitudes = 0;
  LongSum squares;
  std::uint64_t all = 0;  ///< or-ed together
};

Totals add_short(std::span<const double> x, double unit) {
  Totals t;
  for (std::size_t first = 0; first < x.size(); first += row_block) {
    const auto part = x.subspan(first, std::min<std::size_t>(row_block, x.size() - first));
    const BlockSums s = row_kernels().sums(part.data(), static_cast<std::int64_t>(part.size()), unit);
    t.sum += s.sum;
    t.magnitudes += static_cast<UInt128>(s.magnitudes);
    const Int128 squares =
        Int128{s.upper} * (Int128{1} << 52) + Int128{s.mixed} * (Int128{1} << 27) + s.lower;
    t.squares.add(static_cast<UInt128>(squares));
    t.all |= s.all;
  }
  return t;
}

Totals add_long(std::span<const double> x, double unit) {
  Totals t;
  for (const double v : x) {
    const auto k = static_cast<std::int64_t>(v * unit);
    const auto magnitude = static_cast<std::uint64_t>(k < 0 ? -k : k);
    t.all |= magnitude;
    t.sum += k;
    t.magnitudes += magnitude;
    t.squares.add(static_cast<UInt128>(magnitude) * magnitude);
  }
  return t;
}

void add_integers(std::span<const double> x, const Width& width, RowSums& sums) {
  const double unit = products::power_of_two(-width.unit);
  const bool is_short = width.above - width.unit <= row_sum_bits;
  const Totals t = is_short ? add_short(x, unit) : add_long(x, unit);
  sums.integers = RowSums::Integers{t.sum, t.squares.wide(), width.unit};
  sums.magnitude = from_above(static_cast<double>(t.magnitudes) * products::power_of_two(width.unit), 1);
  sums.quantum = width.unit + std::countr_zero(t.all);
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
  RowSums::Binned& total = sums.binned.emplace();
  for (int b = 0; b < bins; ++b) {
    const Int128 here = sum[static_cast<std::size_t>(b)];
    if (here != 0) total.sum += signed_exact(here, lowest_exponent + b * step);
  }
  for (int b = 0; b < square_bins; ++b) {
    const WideInteger here = squares[static_cast<std::size_t>(b)].wide();
    if (!here.is_zero()) total.squares += here.exact(2 * lowest_exponent + b * square_step);
  }
}

}  // namespace

Exact RowSums::sum() const {
  if (integers) return signed_exact(integers->sum, integers->unit);
  return binned ? binned->sum : Exact();
}

Exact RowSums::squares() const {
  if (integers) return integers->squares.exact(2 * integers->unit);
  return binned ? binned->squares : Exact();
}

RowSums row_sums(std::span<const double> x) {
  RowSums sums;
  const Width width = survey(x, sums);
  if (!sums.all_finite() || sums.all_zero) return sums;
  // A double multiplies by 2^-unit where that is one.
  if (width.above - width.unit <= widest && width.unit > -1000 && width.unit < 1000) {
    add_integers(x, width, sums);
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
