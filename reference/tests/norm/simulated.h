#pragma once
// Right implementations of layer_norm and rms_norm, every operation rounded to the accumulator's format:
// written from the claims, for tests of bounds.
//
// Products, sums, quotients and roots of numbers of p <= 24 bits that are computed in double and rounded to p
// bits are rounded once in effect (S. Figueroa, When is double rounding innocuous?, SIGNUM 1995: 53 >= 2p+2).
// fp64 is computed as it is.
#include <span>
#include <vector>

#include "reference/bounds/row_arithmetic.h"
#include "reference/tests/words.h"

namespace ulpgate {

/// To nearest even in a format; overflow becomes an infinity.
class Rounder {
 public:
  explicit Rounder(const Format& format, bool flushes = false);
  double operator()(double x) const;

 private:
  int drop_;  ///< bits of a double's significand that go
  bool flushes_;
  double smallest_normal_, subnormal_shift_, overflow_;
};

enum class SumOrder { ascending, descending, pairwise, shuffled, lanes };
inline constexpr int sum_orders = 5;

/// At least one term.
double simulated_sum(std::vector<double> terms, SumOrder order, const Rounder& r, Words& words);

struct SimulatedNorm {
  std::span<const double> x, gamma, beta;
  double eps = 0;
  bool centred = true;
  const Format* y = nullptr;
};

struct NormResult {
  std::vector<double> y;
  double mean = 0, rstd = 0;
};

/// Before y, mean and rstd are rounded to the outputs' formats. Orders, associations, uses of fused
/// operations and the errors of rsqrt, within its ulps, are drawn from `words`.
NormResult simulate(const SimulatedNorm& row, const RowArithmetic& arithmetic, Words& words);

}  // namespace ulpgate
