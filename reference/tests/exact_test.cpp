#include "reference/exact/exact.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "reference/tests/print.h"

namespace ulpgate {
namespace {

Exact d(double value) { return Exact::from_double(value); }

TEST(Exact, KeepsWhatADoubleLoses) {
  const Exact one = d(1);
  const Exact tiny = Exact::power_of_two(-2000);
  EXPECT_EQ((one + tiny) - one, tiny);
  EXPECT_GT(one + tiny, one);
  EXPECT_LT(one - tiny, one);
  EXPECT_EQ((one + tiny) * (one - tiny), one - tiny * tiny);
}

TEST(Exact, AgreesWithDoubleWhereThatIsExact) {
  const double values[] = {0, 1, -1, 0.5, 3, -7.25, 0x1p-40, 12345678, -0x1.8p-20};
  for (const double a : values) {
    for (const double b : values) {
      EXPECT_EQ((d(a) + d(b)).to_double(), a + b);
      EXPECT_EQ((d(a) - d(b)).to_double(), a - b);
      EXPECT_EQ((d(a) * d(b)).to_double(), a * b);
      EXPECT_EQ(d(a) < d(b), a < b);
      EXPECT_EQ(d(a) == d(b), a == b);
    }
  }
}

TEST(Exact, SignsOfZeroFollowIeee754) {
  EXPECT_FALSE((d(0.0) + d(-0.0)).negative());
  EXPECT_TRUE((d(-0.0) + d(-0.0)).negative());
  EXPECT_FALSE((d(1) - d(1)).negative());
  EXPECT_FALSE((d(-1) + d(1)).negative());
  EXPECT_TRUE((d(-0.0) * d(3)).negative());
  EXPECT_EQ(d(-0.0), d(0.0));
  EXPECT_TRUE(std::signbit(d(-0.0).to_double()));
}

TEST(Exact, InfinitiesAndNan) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE((d(inf) + d(-inf)).is_nan());
  EXPECT_TRUE((d(inf) * d(0)).is_nan());
  EXPECT_TRUE((Exact::nan() + d(1)).is_nan());
  EXPECT_EQ(d(inf) + d(1), d(inf));
  EXPECT_EQ(d(1) - d(inf), d(-inf));
  EXPECT_EQ(d(inf) * d(-2), d(-inf));
  EXPECT_LT(d(-inf), d(-1e300));
  EXPECT_EQ(d(inf) <=> Exact::nan(), std::partial_ordering::unordered);
  EXPECT_FALSE(Exact::nan() == Exact::nan());
  EXPECT_TRUE(std::isnan(Exact::nan().to_double()));
}

TEST(Exact, IsKeptInLowestTerms) {
  const Exact value(false, 48, 2);
  EXPECT_EQ(value.significand(), 3);
  EXPECT_EQ(value.exponent(), 6);
  EXPECT_EQ(value.magnitude_exponent(), 7);
  EXPECT_EQ(value.scaled(-6).to_double(), 3);
  EXPECT_EQ((-value).abs(), value);
}

TEST(Exact, CutsTo64BitsWithASticky) {
  const Exact wide = Exact::power_of_two(64) + d(1);
  const Unpacked u = wide.to_unpacked();
  EXPECT_EQ(u.significand, std::uint64_t{1} << 63);
  EXPECT_EQ(u.exponent, 1);
  EXPECT_TRUE(u.sticky);
  const Unpacked narrow = (Exact::power_of_two(63) + d(1)).to_unpacked();
  EXPECT_EQ(narrow.significand, (std::uint64_t{1} << 63) + 1);
  EXPECT_FALSE(narrow.sticky);
}

TEST(Exact, RoundsToDoubleOnce) {
  const Exact tie = d(1) + Exact::power_of_two(-53);
  EXPECT_EQ(tie.to_double(), 1.0);
  EXPECT_EQ((tie + Exact::power_of_two(-500)).to_double(), 1.0 + 0x1p-52);
  EXPECT_EQ(Exact::power_of_two(2000).to_double(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Exact::power_of_two(-1075).to_double(), 0.0);
  EXPECT_EQ((Exact::power_of_two(-1075) + Exact::power_of_two(-3000)).to_double(), 0x1p-1074);
}

TEST(Exact, ReadsIntegers) {
  EXPECT_EQ(Exact::from_integer(-5).to_double(), -5);
  EXPECT_EQ(Exact::from_integer(std::numeric_limits<std::int64_t>::min()), -Exact::power_of_two(63));
  EXPECT_EQ(Exact::from_integer(std::numeric_limits<std::int64_t>::max()), Exact::power_of_two(63) - d(1));
}

}  // namespace
}  // namespace ulpgate
