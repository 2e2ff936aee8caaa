// The bounds of a row at once are those of its elements.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "reference/bounds/norm_row.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

struct Row {
  std::vector<double> x, gamma, beta;
};

/// Numbers of bf16, some of them 0.
std::vector<double> numbers(Words& words, std::size_t n, int range) {
  std::vector<double> all(n);
  for (double& v : all) {
    v = std::ldexp(words.below(256) - 128, words.below(range) - range / 2);
    if (words.below(9) == 0) v = 0;
  }
  return all;
}

NormData data_of(const Row& row, bool centred, double eps) {
  NormData d{.n = static_cast<std::int64_t>(row.x.size()), .centred = centred, .eps = eps, .quantum = -60};
  const auto n = static_cast<double>(row.x.size());
  for (const double x : row.x) {
    d.magnitude += std::fabs(x) / n;
    d.mean += centred ? x / n : 0;
    d.mean_square += x * x / n;
    d.lowest = std::min(d.lowest, x);
    d.highest = std::max(d.highest, x);
  }
  for (const double x : row.x) d.variance += (x - d.mean) * (x - d.mean) / n;
  d.mean_is_exact = !centred;
  return d;
}

NormElement element(const Row& row, std::size_t i, const NormRowTerms& terms) {
  NormElement e;
  e.x = std::fabs(row.x[i]);
  e.mean = std::fabs(terms.mean);
  const bool is_mean = row.x[i] == terms.mean && terms.mean_is_exact;
  e.deviation = is_mean ? 0 : (std::fabs(row.x[i] - terms.mean) + e.mean * 0x1p-52) * (1 + 0x1p-50);
  e.rstd = terms.rstd;
  e.has_gamma = !row.gamma.empty();
  e.has_beta = !row.beta.empty();
  if (e.has_gamma) e.gamma = std::fabs(row.gamma[i]);
  if (e.has_beta) e.beta = std::fabs(row.beta[i]);
  e.y = e.deviation * e.rstd * e.gamma + e.beta;
  return e;
}

TEST(NormRowBounds, AreThoseOfTheElements) {
  Words words(31);
  std::int64_t compared = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto n = static_cast<std::size_t>(1 + words.below(40));
    const int range = round % 3 == 0 ? 4 : round % 3 == 1 ? 20 : 90;
    Row row{numbers(words, n, range), {}, {}};
    if (round % 4 != 0) row.gamma = numbers(words, n, 8);
    if (round % 4 > 1) row.beta = numbers(words, n, range / 2);
    RowArithmetic claims{.accumulator = round % 5 == 0 ? &formats::bf16 : &formats::fp32};
    claims.flushes_subnormals = round % 7 == 0;
    const bool centred = round % 2 == 0;
    const RoundedSteps steps(claims);
    const NormData data = data_of(row, centred, 0x1p-16);
    const NormErrors errors = norm_errors(steps, data);
    const NormRowTerms terms{row.x,
                             row.gamma,
                             row.beta,
                             centred,
                             data.mean,
                             data.mean_is_exact,
                             1 / std::sqrt(data.variance + data.eps)};
    std::vector<double> bounds(n);
    if (!norm_row_bounds(steps, errors, terms, bounds)) continue;
    for (std::size_t i = 0; i < n; ++i) {
      const RowBound of = norm_element_bound(steps, errors, centred, element(row, i, terms));
      EXPECT_FALSE(of.may_overflow);
      EXPECT_GE(bounds[i], of.error * (1 - 0x1p-48)) << i << " of " << n << " round " << round;
      EXPECT_LE(bounds[i], of.error * (1 + 0x1p-30)) << i << " of " << n << " round " << round;
      ++compared;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 20000);
}

TEST(NormRowBounds, LeaveWhatMayOverflow) {
  const std::vector<double> x{0x1p127, -0x1p127, 1};
  std::vector<double> bounds(3);
  const RowArithmetic claims{.accumulator = &formats::fp32};
  const RoundedSteps steps(claims);
  const NormErrors errors{};
  EXPECT_FALSE(norm_row_bounds(steps, errors, {.x = x, .rstd = 4}, bounds));
  EXPECT_TRUE(norm_row_bounds(steps, errors, {.x = x, .rstd = 0x1p-127}, bounds));
}

}  // namespace
}  // namespace ulpgate
