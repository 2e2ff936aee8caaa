// The oracles of group_norm and of its gradients against the twin, which looks for a group's elements by
// itself.
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/oracles/group_norm.h"
#include "reference/tests/norm/contains.h"
#include "reference/tests/norm/rows.h"

namespace ulpgate {
namespace {

struct Shape {
  std::int64_t batch, groups, channels, spatial;  ///< channels of a group
};

std::span<const double> part(const std::vector<double>& all, std::int64_t first, std::int64_t count) {
  if (all.empty()) return {};
  return std::span<const double>(all).subspan(static_cast<std::size_t>(first),
                                              static_cast<std::size_t>(count));
}

struct Checked {
  int elements = 0, infinite = 0;
};

void check(const RowOracle& oracle, int output, std::int64_t i, const TwinReal& twin, double part,
           Checked& checked) {
  const RowValue value = oracle.value(output, i), refined = oracle.refined(output, i, 100);
  EXPECT_TRUE(contains(value.value, twin, part)) << value.value.high << " and " << twin;
  EXPECT_TRUE(contains(refined.value, twin, part)) << refined.value.high << " and " << twin;
  ++checked.elements;
  checked.infinite += std::isinf(refined.value.radius) ? 1 : 0;
}

/// Every group of one tensor.
void check_tensor(const Format& f, int family, const Shape& s, Words& words, Checked& checked) {
  const std::int64_t channels = s.groups * s.channels, length = s.channels * s.spatial;
  const auto numbers = [&](std::int64_t n, int of) { return draw_row(f, of, static_cast<int>(n), words); };
  std::vector<double> x, gamma, beta;
  // Groups differ: each is a row of the family.
  for (std::int64_t g = 0; g < s.batch * s.groups; ++g) {
    for (const double v : numbers(length, family)) x.push_back(v);
  }
  if (words.below(4) != 0) gamma = numbers(channels, 8);
  if (words.below(3) != 0) beta = numbers(channels, 0);
  const double eps = words.below(2) == 0 ? 1e-5 : 1;
  const TwinGroups twin = twin_group_norm({s.batch, channels, s.spatial, s.groups, x, gamma, beta, eps});
  for (std::int64_t row = 0; row < s.batch * s.groups; ++row) {
    const std::int64_t first = row % s.groups * s.channels;
    const auto oracle = group_norm_row({.x = part(x, row * length, length),
                                        .spatial = s.spatial,
                                        .gamma = part(gamma, first, s.channels),
                                        .beta = part(beta, first, s.channels),
                                        .eps = eps},
                                       {});
    const auto at = static_cast<std::size_t>(row);
    const double reach = (abs(twin.mean[at]) * twin.rstd[at]).convert_to<double>();
    for (std::int64_t i = 0; i < length; ++i) {
      const auto channel = static_cast<std::size_t>(first + i / s.spatial);
      const double part = reach * (gamma.empty() ? 1 : std::fabs(gamma[channel]) + 1) +
                          (beta.empty() ? 0 : std::fabs(beta[channel]));
      check(*oracle, LayerNormOutput::y, i, twin.y[static_cast<std::size_t>(row * length + i)], part,
            checked);
    }
    check(*oracle, LayerNormOutput::mean, 0, twin.mean[at], 0, checked);
    check(*oracle, LayerNormOutput::rstd, 0, twin.rstd[at], 0, checked);
  }
}

TEST(GroupNormTwin, OraclesContainIt) {
  Words words(21);
  Checked checked;
  const Shape shapes[] = {{2, 3, 2, 4}, {1, 1, 6, 3}, {3, 5, 1, 7}, {2, 2, 5, 1}, {1, 4, 3, 2}};
  for (const Format* f : {&formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64}) {
    for (int family = 0; family < row_families; ++family) {
      SCOPED_TRACE(row_family_name(family) + " " + std::string(f->name));
      for (const Shape& s : shapes) check_tensor(*f, family, s, words, checked);
    }
  }
  EXPECT_GT(checked.elements, 5000);
  EXPECT_LT(checked.infinite, checked.elements / 100);
}

/// Of a sum that cancels.
double reach(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += std::fabs(v);
  return sum;
}

/// Every group and every channel of one tensor, whose statistics are just numbers.
void check_gradients(const Format& f, const Shape& s, Words& words, Checked& checked) {
  const std::int64_t channels = s.groups * s.channels, length = s.channels * s.spatial;
  const auto numbers = [&](std::int64_t n) { return draw_row(f, 8, static_cast<int>(n), words); };
  const std::vector<double> x = numbers(s.batch * channels * s.spatial), gamma = numbers(channels),
                            dy = numbers(s.batch * channels * s.spatial), mean = numbers(s.batch * s.groups),
                            rstd = numbers(s.batch * s.groups);
  const TwinGroupGradients twin =
      twin_group_norm_gradients({s.batch, channels, s.spatial, s.groups, x, gamma, {}}, dy, mean, rstd);
  for (std::int64_t row = 0; row < s.batch * s.groups; ++row) {
    const auto at = static_cast<std::size_t>(row);
    const auto oracle =
        group_norm_backward_row({.dy = part(dy, row * length, length),
                                 .x = part(x, row * length, length),
                                 .spatial = s.spatial,
                                 .gamma = part(gamma, row % s.groups * s.channels, s.channels),
                                 .mean = mean[at],
                                 .rstd = rstd[at]},
                                {});
    for (std::int64_t i = 0; i < length; ++i)
      check(*oracle, NormBackwardOutput::dx, i, twin.dx[static_cast<std::size_t>(row * length + i)],
            reach(dy) * reach(gamma) * 0x1p20, checked);
  }
  for (std::int64_t c = 0; c < channels; ++c) {
    std::vector<double> own_dy, own_x, own_mean, own_rstd;
    for (std::int64_t batch = 0; batch < s.batch; ++batch) {
      for (const double v : part(dy, (batch * channels + c) * s.spatial, s.spatial)) own_dy.push_back(v);
      for (const double v : part(x, (batch * channels + c) * s.spatial, s.spatial)) own_x.push_back(v);
      const auto group = static_cast<std::size_t>(batch * s.groups + c / s.channels);
      own_mean.push_back(mean[group]);
      own_rstd.push_back(rstd[group]);
    }
    const auto oracle = group_norm_backward_column(
        {.dy = own_dy, .x = own_x, .spatial = s.spatial, .mean = own_mean, .rstd = own_rstd}, {});
    const auto at = static_cast<std::size_t>(c);
    check(*oracle, NormBackwardOutput::dgamma, 0, twin.dgamma[at], reach(own_dy) * 0x1p20, checked);
    check(*oracle, NormBackwardOutput::dbeta, 0, twin.dbeta[at], reach(own_dy), checked);
  }
}

TEST(GroupNormTwin, GradientsContainIt) {
  Words words(22);
  Checked checked;
  const Shape shapes[] = {{2, 3, 2, 4}, {1, 1, 6, 3}, {3, 5, 1, 7}, {2, 2, 5, 1}, {4, 1, 3, 2}};
  for (const Format* f : {&formats::fp16, &formats::fp32}) {
    for (int round = 0; round < 8; ++round) {
      for (const Shape& s : shapes) check_gradients(*f, s, words, checked);
    }
  }
  EXPECT_GT(checked.elements, 2000);
  EXPECT_EQ(checked.infinite, 0);
}

TEST(GroupNorm, RefusesOtherShapes) {
  const std::vector<double> six(6, 1), two(2, 1), three(3, 1);
  EXPECT_NO_THROW(group_norm_row({.x = six, .spatial = 3, .gamma = two, .beta = two}, {}));
  EXPECT_NO_THROW(group_norm_row({.x = six, .spatial = 2, .gamma = three}, {}));
  EXPECT_THROW(group_norm_row({.x = six, .spatial = 3, .gamma = three}, {}), std::invalid_argument);
  EXPECT_THROW(group_norm_row({.x = six, .spatial = 3, .gamma = two, .beta = three}, {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace ulpgate
