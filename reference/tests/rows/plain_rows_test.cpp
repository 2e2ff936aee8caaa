// Softmax of rows where nothing unusual happens, which loops over the whole row finish, against the same
// rows one element at a time: a mask of zeros changes no logit, and takes the loops away.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/oracles/softmax.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

std::vector<double> draw(const Format& f, std::size_t n, double spread, Words& words) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    const Exact value = Exact::from_double((words.unit() - 0.5) * spread);
    x.push_back(to_double(f, encode(f, value, Rule{}).code));
    if (i > 0 && words.below(8) == 0) x.back() = x.front();
  }
  return x;
}

bool overlap(const Enclosure& a, const Enclosure& b) {
  const auto exact = [](double x) { return Exact::from_double(x); };
  const Exact distance = (exact(a.high) + exact(a.low) - exact(b.high) - exact(b.low)).abs();
  return distance <= exact(a.radius) + exact(b.radius);
}

std::vector<RowArithmetic> all_claims() {
  std::vector<RowArithmetic> all;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16, &formats::fp64}) {
    RowArithmetic a{.accumulator = f, .exp = {2, 0.5}, .log = {1, 0}};
    all.push_back(a);
    a.log_softmax = LogSoftmaxAlgorithm::lse;
    a.division = Division::reciprocal;
    all.push_back(a);
    a.log_softmax = LogSoftmaxAlgorithm::of_softmax;
    a.division = Division::approximate;
    a.division_ulps = 2;
    all.push_back(a);
    a.flushes_subnormals = true;
    all.push_back(a);
  }
  return all;
}

void compare(const std::vector<double>& x, bool log, const Format* y, const RowArithmetic& claims) {
  const std::vector<double> zeros(x.size());
  const auto whole = softmax_row({.x = x, .log = log, .y = y}, claims);
  const auto each = softmax_row({.x = x, .mask = zeros, .log = log, .y = y}, claims);
  for (std::size_t at = 0; at < x.size(); ++at) {
    const auto i = static_cast<std::int64_t>(at);
    const Enclosure value = whole->value(0, i).value;
    EXPECT_TRUE(overlap(value, each->value(0, i).value)) << value.high;
    EXPECT_TRUE(overlap(value, whole->refined(0, i, 100).value)) << value.high;
    if (std::fabs(value.high) > 0x1p-900) {
      EXPECT_LE(value.radius, std::fabs(value.high) * 0x1p-90);
    }
    const RowBound one = whole->bound(0, i), other = each->bound(0, i);
    EXPECT_EQ(one.may_overflow, other.may_overflow);
    if (std::isinf(one.error) || std::isinf(other.error)) {
      EXPECT_EQ(one.error, other.error);
    } else {
      EXPECT_LE(std::fabs(one.error - other.error), other.error * 0x1p-30)
          << one.error << " " << other.error << " of " << value.high;
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST(PlainRows, AreAsElementsAre) {
  Words words(61);
  for (const RowArithmetic& claims : all_claims()) {
    for (const double spread : {0.5, 10.0, 100.0, 400.0, 1000.0}) {
      for (const std::size_t n : {2, 3, 8, 65}) {
        const std::vector<double> x = draw(*claims.accumulator, n, spread, words);
        for (const bool log : {false, true}) {
          compare(x, log, claims.accumulator, claims);
          compare(x, log, &formats::fp32, claims);
          ASSERT_FALSE(HasFailure()) << claims.accumulator->name << " " << n << " " << spread << " " << log;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate
