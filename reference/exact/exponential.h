#pragma once
// e^x of many pairs of doubles, to about 96 bits: what the oracles with exponentials spend their time on.
//
// x = high + low is reduced by k, the integer next to 64 x / ln 2, to r = x - k ln 2 / 64, |r| < 2^-7.5, and
// e^x = 2^(k div 64) * 2^((k mod 64) / 64) * e^r. Absolute errors, and so errors relative to e^r near 1, for
// |x| <= 600 and |low| <= ulp(high) / 2, with u = 2^-53:
//   reduction   ln 2 / 64 = l1 + l2 + l3 + d, l1 of 36 bits, |d| < 2^-150. high - k l1 is exact: k has 16
//               bits, and from |k| = 1 on both are multiples of 2^-60 within 2^-7. k l2 is taken apart
//               exactly. What is left, low <= |x| u, k l3, the rests of k l2 and of its subtraction (2^-60),
//               adds with three roundings: below 3 u (|x| u + 2^-59) < |x| 2^-104 + 2^-110.
//   series      of e^r to r^10 / 10!: the rest is below 2^-108. Terms from r^6 on are doubles, off by 8 u of
//               2^-54.7: 2^-104.7. The others are pairs: products and sums of pairs are off by at most 8 u^2
//               (Joldes, Muller, Popescu, Tight and rigorous error bounds for basic building blocks of
//               double-word arithmetic, ACM TOMS 44, 2017, theorems 3.1, 5.4 and below), of terms whose sum
//               is below 2^-7: 2^-109.
//   table       2^(j / 64) within u^2 / 2, a product by e^r - 1 < 2^-7, a sum: 9 u^2 < 2^-102.
// Nothing underflows or overflows for |x| <= 600.
#include <cstdint>

namespace ulpgate {

inline constexpr double largest_exponent = 600;
/// |out - e^x| <= exponential_error(|x|) * e^x.
constexpr double exponential_error(double magnitude) { return 0x1p-101 + magnitude * 0x1p-104; }

inline constexpr double pair_error = 0x1p-103;  ///< 8 u^2

/// out_high + out_low encloses e^(high + low), for |high| <= largest_exponent and |low| <= ulp(high) / 2.
void exponentials(const double* high, const double* low, std::int64_t count, double* out_high,
                  double* out_low);

struct PairSum {
  double high = 0;
  double low = 0;
};
/// high + low is x - subtrahend, exactly where the differences are doubles' range.
void differences_of(const double* x, double subtrahend, std::int64_t count, double* high, double* low);
/// Pairs times a pair, and pairs plus a pair where no sign differs, in place, within pair_error of
/// themselves: for |low| <= ulp(high) / 2, where all results are 0 or between 2^-960 and 2^960 in magnitude.
void multiply_pairs(double* high, double* low, std::int64_t count, PairSum factor);
void add_to_pairs(double* high, double* low, std::int64_t count, PairSum addend);
/// The sum of pairs that are not negative, |low| <= ulp(high) / 2, within count * 2^-103 of itself. The same
/// bits on every machine.
PairSum sum_of_pairs(const double* high, const double* low, std::int64_t count);

}  // namespace ulpgate
