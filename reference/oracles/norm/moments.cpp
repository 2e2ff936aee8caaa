#include "reference/oracles/norm/moments.h"

#include <bit>
#include <cmath>

#include "reference/oracles/gemm/factor.h"

namespace ulpgate {
namespace {

constexpr int longest = 250;

Enclosure enclosure_of(const products::Leading& l) {
  return {l.high, l.low, products::radius_of(l.low, l.flags)};
}

/// Adds eps n^2 to value * 2^exponent; false where it does not fit.
bool add_eps(double eps, products::UInt128 n, WideInteger& value, int& exponent) {
  if (eps == 0) return true;
  const Unpacked parts = unpack(formats::fp64, std::bit_cast<std::uint64_t>(eps));
  const int zeros = std::countr_zero(parts.significand);
  const std::uint64_t significand = parts.significand >> zeros;
  const int unit = parts.exponent + zeros;
  WideInteger addend(significand * n * n);  // 53 bits and twice 30
  if (unit < exponent) {
    if (value.length() + (exponent - unit) > longest) return false;
    value = value << (exponent - unit);
    exponent = unit;
  } else {
    if (addend.length() + (unit - exponent) > longest) return false;
    addend = addend << (unit - exponent);
  }
  value += addend;
  return true;
}

}  // namespace

std::optional<NormMoments> integer_moments(const RowSums::Integers& sums, std::size_t n, double eps,
                                           bool centred) {
  // Sums are below 2^92 and 2^154, so these below 2^184.
  WideInteger spread = sums.squares * WideInteger(n);
  if (centred) {
    const WideInteger sum(sums.sum < 0 ? 0 - static_cast<products::UInt128>(sums.sum)
                                       : static_cast<products::UInt128>(sums.sum));
    spread -= sum * sum;
  }
  WideInteger square = spread;
  int exponent = 2 * sums.unit;
  if (!add_eps(eps, n, square, exponent)) return std::nullopt;
  const products::Leading of_square = square.leading(exponent),
                          of_sum = products::leading(sums.sum, sums.unit);
  const double of_spread = spread.rounded(2 * sums.unit), of_squares = sums.squares.rounded(2 * sums.unit);
  const bool is_beyond = ((of_square.flags | of_sum.flags) & products::beyond_double) != 0;
  // Below the normal numbers of double they are not rounded well, and beyond not at all.
  const auto is_usual = [](double x) { return x == 0 || (x > 0x1p-1000 && x < 0x1p1000); };
  if (is_beyond || !is_usual(of_spread) || !is_usual(of_squares)) return std::nullopt;
  return NormMoments{enclosure_of(of_sum), enclosure_of(of_square), of_sum.high, of_spread, of_squares};
}

}  // namespace ulpgate
