#pragma once
// The loops of softmax.cpp over rows where nothing unusual happens, once for each instruction set: the same
// bits from each. Names are those of softmax.h.
#include <cstdint>

namespace ulpgate::softmax_loops {

/// Of an accumulator that keeps subnormal numbers and is not fp64.
struct Steps {
  double u, normal, quantum;  ///< the unit roundoff, the smallest normal and the smallest subnormal number
  double constant, slope;     ///< E: ulps of an exponential
};

struct Row {
  const double* differences;
  const double* rests;
  const double* exponentials;
  std::int64_t count;
};

/// After the sum.
struct Quotient {
  double inverse_sum, inverse_smallest_sum, total, growth;
  double floor;       ///< of what is far below every normal number of a double
  double reciprocal;  ///< of the quotient: what a rounded reciprocal of the sum is off
  double ulps;        ///< of the quotient, by the division
};

/// After the logarithm of the sum.
struct Logarithm {
  double log_sum;  ///< log S
  double error;    ///< of all but the subtractions
  bool subtracts;  ///< the maximum, before log S
  bool rounds;     ///< the difference from log S is rounded
};

struct Loops {
  /// A_j where the largest logit is subtracted from numbers of the accumulator; returns the largest a_j.
  double (*exponential_errors)(const Steps& steps, const Row& row, double* errors);
  /// A sum of numbers that are not negative, within count * 2^-53 of itself.
  double (*sum)(const double* x, std::int64_t count);
  /// From A_j to the bounds of y.
  void (*quotient_bounds)(const Steps& steps, const Quotient& quotient, const Row& row, double* bounds);
  void (*logarithm_bounds)(const Steps& steps, const Logarithm& logarithm, const Row& row, double* bounds);
};

namespace baseline {
Loops loops();
}
namespace x86_v3 {
Loops loops();
}
namespace x86_v4 {
Loops loops();
}

}  // namespace ulpgate::softmax_loops
