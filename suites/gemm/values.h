#pragma once
// The values of a case's families, one element at a time: a function of seed and coordinates, so that an
// element keeps its value when the shape around it shrinks.
#include "suites/framework/codes.h"
#include "suites/framework/random.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

/// Exponents and magnitudes that keep sums of a case finite where that is possible.
struct ValueRange {
  int a_top = 0;       ///< largest exponent of A's elements
  int b_top = 0;       ///< of B's
  double integer = 1;  ///< largest whole number whose sums of k products round nowhere
};

class Values {
 public:
  Values(const GemmOffer& offer, const GemmCase& c);

  std::uint64_t a(std::int64_t batch, std::int64_t row, std::int64_t k) const;
  std::uint64_t b(std::int64_t batch, std::int64_t k, std::int64_t column) const;
  std::uint64_t c(std::int64_t batch, std::int64_t row, std::int64_t column) const;
  std::uint64_t bias(std::int64_t column) const;
  std::uint64_t scale(const Format& format, int which, std::int64_t index) const;

 private:
  double signed_unit(const CounterRandom& random, std::uint64_t index) const;
  double whole(const Format& format, const CounterRandom& random, std::uint64_t index) const;
  double spread(int top, int bottom, const CounterRandom& random, std::uint64_t index) const;
  double tie_part(std::int64_t k, std::int64_t row, std::int64_t column, bool of_a) const;

  const GemmOffer& o_;
  const GemmCase& c_;
  CounterRandom a_random_, b_random_, c_random_, scale_random_;
  ValueRange range_;
  int width_;  ///< of exponents in family wide
};

}  // namespace ulpgate::gemm
