#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "reference/tests/gemm/test_problem.h"
#include "reference/twins/gemm.h"
#include "reference/twins/values.h"

namespace ulpgate::tests {
namespace {

Rational rational(double value) {
  const TwinValue v = twin_decode(formats::fp64, std::bit_cast<std::uint64_t>(value));
  return v.negative ? Rational(0) - v.magnitude : v.magnitude;
}

Rational rational(const Exact& value) {
  const Rational magnitude = Rational(value.significand()) * Rational::power_of_two(value.exponent());
  return value.negative() ? Rational(0) - magnitude : magnitude;
}

Rational absolute(const Rational& x) { return compare(x, Rational(0)) < 0 ? Rational(0) - x : x; }

bool even(double value) { return std::bit_cast<std::uint64_t>(value) % 2 == 0; }

/// Whether `rounded` is x rounded to nearest even; neighbours beyond the largest double count as 2^1024.
bool is_nearest(const Rational& x, double rounded) {
  const Rational distance = absolute(x - rational(rounded));
  for (const double direction : {-HUGE_VAL, HUGE_VAL}) {
    const double neighbour = std::nextafter(rounded, direction);
    const Rational other = std::isinf(neighbour) ? Rational::power_of_two(1024) : rational(neighbour);
    const Rational signed_other = std::isinf(neighbour) && neighbour < 0 ? Rational(0) - other : other;
    const int order = compare(distance, absolute(x - signed_other));
    if (order > 0 || (order == 0 && !even(rounded))) return false;
  }
  return true;
}

void expect_finite(const TwinSum& twin, const Enclosure& sum, double magnitude) {
  if (std::isinf(sum.radius)) {
    const Rational limit = Rational::power_of_two(1024) - Rational::power_of_two(970);
    EXPECT_GE(compare(absolute(twin.sum), limit), 0);
    EXPECT_EQ(std::fabs(sum.high), std::numeric_limits<double>::max());
    EXPECT_TRUE(std::isinf(magnitude));
    return;
  }
  EXPECT_TRUE(is_nearest(twin.sum, sum.high)) << sum.high;
  const Rational rest = twin.sum - rational(sum.high);
  EXPECT_TRUE(is_nearest(rest, sum.low)) << sum.low;
  EXPECT_LE(compare(absolute(rest - rational(sum.low)), rational(sum.radius)), 0) << sum.radius;
  EXPECT_EQ(sum.radius == 0, rest == rational(sum.low));
  EXPECT_FALSE(std::signbit(sum.high) && sum.high == 0);
  if (std::isinf(magnitude)) {
    EXPECT_GE(compare(twin.magnitude * Rational(Rational::Integer(1025), 1024), Rational::power_of_two(1024)),
              0);
    return;
  }
  const Rational most = twin.magnitude * Rational(Rational::Integer(16385), 16384);
  EXPECT_GE(compare(rational(magnitude), twin.magnitude), 0) << magnitude;
  EXPECT_LE(compare(rational(magnitude), most + Rational::power_of_two(-1073)), 0) << magnitude;
  EXPECT_EQ(magnitude == 0, twin.magnitude == Rational(0));
}

}  // namespace

void expect_as_twin(const ProductProblem& problem, const ProductSums& sums, std::int64_t b, std::int64_t i,
                    std::int64_t j) {
  SCOPED_TRACE("element (" + std::to_string(b) + ", " + std::to_string(i) + ", " + std::to_string(j) + ")");
  const TwinSum twin = twin_product_sum(problem, b, i, j);
  const Enclosure sum = sums.sum(b, i, j);
  const Exact exact = sums.exact(b, i, j);
  ASSERT_EQ(sums.sum_class(b, i, j), twin.sum_class);
  if (twin.sum_class == SumClass::finite) {
    ASSERT_TRUE(exact.is_finite());
    EXPECT_EQ(rational(exact), twin.sum);
    EXPECT_FALSE(exact.is_zero() && exact.negative());
    expect_finite(twin, sum, sums.magnitude(b, i, j));
    return;
  }
  EXPECT_EQ(exact.is_nan(), twin.sum_class == SumClass::nan);
  EXPECT_EQ(std::isnan(sum.high), twin.sum_class == SumClass::nan);
  if (twin.sum_class == SumClass::nan) return;
  EXPECT_FALSE(exact.is_finite());
  EXPECT_EQ(exact.negative(), twin.sum_class == SumClass::negative_infinity);
  EXPECT_EQ(sum.high, twin.sum_class == SumClass::negative_infinity ? -HUGE_VAL : HUGE_VAL);
}

void expect_as_twin(const ProductProblem& problem, const ProductSums& sums) {
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    for (std::int64_t i = 0; i < problem.m; ++i) {
      for (std::int64_t j = 0; j < problem.n; ++j) {
        expect_as_twin(problem, sums, b, i, j);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

void expect_same_bits(const ProductProblem& problem, const ProductSums& x, const ProductSums& y) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    for (std::int64_t i = 0; i < problem.m; ++i) {
      for (std::int64_t j = 0; j < problem.n; ++j) {
        ASSERT_EQ(x.sum_class(b, i, j), y.sum_class(b, i, j));
        const Enclosure first = x.sum(b, i, j);
        const Enclosure second = y.sum(b, i, j);
        ASSERT_EQ(bits(first.high), bits(second.high)) << b << ' ' << i << ' ' << j;
        ASSERT_EQ(bits(first.low), bits(second.low)) << b << ' ' << i << ' ' << j;
        ASSERT_EQ(bits(first.radius), bits(second.radius)) << b << ' ' << i << ' ' << j;
        ASSERT_EQ(bits(x.magnitude(b, i, j)), bits(y.magnitude(b, i, j))) << b << ' ' << i << ' ' << j;
      }
    }
  }
}

}  // namespace ulpgate::tests
