// Gradients of layer_norm and rms_norm: oracles against the twin, bounds against right implementations.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "reference/oracles/layer_norm.h"
#include "reference/oracles/norm_backward.h"
#include "reference/tests/norm/rows.h"
#include "reference/tests/norm/simulated.h"
#include "reference/twins/norm.h"

namespace ulpgate {
namespace {

struct Problem {
  std::vector<double> dy, x, gamma;
  double mean = 0, rstd = 1;
};

/// Statistics are those of x, nearly, or anything.
Problem draw(const Format& f, const Format& statistics, int family, int n, Words& words) {
  Problem p;
  p.x = draw_row(f, family, n, words);
  p.dy = draw_row(f, words.below(3) == 0 ? 7 : words.below(2) == 0 ? 1 : 0, n, words);
  if (words.below(3) != 0) p.gamma = draw_row(f, words.below(2) == 0 ? 0 : 8, n, words);
  const auto layer = layer_norm_row({p.x, {}, {}, 1e-5}, {});
  p.mean = nearest(statistics, layer->value(1, 0).value.high);
  p.rstd = nearest(statistics, layer->value(2, 0).value.high);
  if (words.below(8) == 0) p.rstd = nearest(statistics, words.unit() - 0.5);
  return p;
}

TwinReal middle(const Enclosure& e) { return TwinReal(e.high) + TwinReal(e.low); }

void expect_twin(const RowOracle& oracle, int output, int i, const TwinReal& twin, double part,
                 const std::string& what) {
  const RowValue value = oracle.value(output, i), refined = oracle.refined(output, i, 100);
  const TwinReal own = (abs(twin) + TwinReal(part)) * ldexp(TwinReal(1), -4500);
  for (const Enclosure& e : {value.value, refined.value}) {
    if (std::isinf(e.radius)) continue;
    EXPECT_LE(abs(middle(e) - twin), TwinReal(e.radius) + own) << what << " " << e.high << " and " << twin;
  }
  EXPECT_TRUE(TwinReal(refined.value.radius) <= abs(twin) * ldexp(TwinReal(1), -100) || abs(twin) < 1e-280)
      << what;
  if (!std::isinf(value.value.radius) && abs(twin) > 1e-250) {
    EXPECT_LE(TwinReal(value.value.radius),
              TwinReal(part) * ldexp(TwinReal(1), -88) + abs(twin) * ldexp(TwinReal(1), -90))
        << what;
  }
}

TEST(NormGradients, OraclesContainTheTwin) {
  Words words(41);
  for (int round = 0; round < 10; ++round) {
    for (const Format* f : {&formats::bf16, &formats::fp32, &formats::fp64}) {
      for (int family = 0; family < row_families; ++family) {
        const int n = 1 + words.below(12);
        const Problem p = draw(*f, formats::fp32, family, n, words);
        const std::string what =
            row_family_name(family) + " " + std::string(f->name) + " n " + std::to_string(n);
        const RowArithmetic claims{.zero_centred = words.below(3) == 0};
        const auto layer = layer_norm_backward_row({p.dy, p.x, p.gamma, p.mean, p.rstd}, claims);
        const auto rms = rms_norm_backward_row({p.dy, p.x, p.gamma, 0, p.rstd}, claims);
        const auto of_layer =
            twin_layer_norm_gradient({p.dy, p.x, p.gamma, p.mean, p.rstd, claims.zero_centred});
        const auto of_rms = twin_rms_norm_gradient({p.dy, p.x, p.gamma, 0, p.rstd, claims.zero_centred});
        double g = 0, x = 0;
        for (std::size_t i = 0; i < p.x.size(); ++i) {
          g = std::max(g, std::fabs(p.dy[i]) * (p.gamma.empty() ? 1 : std::fabs(p.gamma[i]) + 1));
          x = std::max(x, std::fabs(p.x[i]) + std::fabs(p.mean));
        }
        const double part = std::fabs(p.rstd) * g * (2 + x * x * p.rstd * p.rstd) * n;
        for (int i = 0; i < n; ++i) {
          expect_twin(*layer, 0, i, of_layer[static_cast<std::size_t>(i)], part, what);
          expect_twin(*rms, 0, i, of_rms[static_cast<std::size_t>(i)], part, what + " rms");
        }
        const std::vector<double> means = draw_row(formats::fp32, 0, n, words),
                                  rstds = draw_row(formats::fp32, 11, n, words);
        const auto column = layer_norm_backward_column({p.dy, p.x, means, rstds}, {});
        const auto rms_column = rms_norm_backward_column({p.dy, p.x, {}, rstds}, {});
        const double column_part = g * (x + 20) * 256 * n;
        expect_twin(*column, 1, 0, twin_gamma_gradient(p.dy, p.x, means, rstds), column_part,
                    what + " dgamma");
        expect_twin(*rms_column, 1, 0, twin_gamma_gradient(p.dy, p.x, {}, rstds), column_part,
                    what + " dgamma");
        expect_twin(*column, 2, 0, twin_beta_gradient(p.dy), 0, what + " dbeta");
      }
    }
  }
}

/// dx, every operation rounded; `form` says how rstd and n enter.
std::vector<double> simulate_dx(const Problem& p, bool centred, const RowArithmetic& a, SumOrder order,
                                int form, Words& words) {
  const Rounder r(*a.accumulator, a.flushes_subnormals);
  const auto count = r(static_cast<double>(p.x.size()));
  const auto divided = [&](double v) {
    return a.division == Division::reciprocal ? r(v * r(1 / count)) : r(v / count);
  };
  std::vector<double> g, x_hat, both;
  const double rstd = r(p.rstd), mean = r(p.mean);
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    const double d = centred ? r(r(p.x[i]) - mean) : r(p.x[i]);
    x_hat.push_back(r(d * rstd));
    g.push_back(r(p.dy[i]));
    if (!p.gamma.empty()) g.back() = r(g.back() * (a.zero_centred ? r(1 + r(p.gamma[i])) : r(p.gamma[i])));
    both.push_back(r(g.back() * x_hat.back()));
  }
  const double sum = centred ? simulated_sum(g, order, r, words) : 0,
               along = simulated_sum(both, order, r, words);
  std::vector<double> dx;
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (form == 0) {
      dx.push_back(r(r(r(g[i] - divided(sum)) - r(x_hat[i] * divided(along))) * rstd));
    } else if (form == 1) {
      dx.push_back(r(divided(rstd) * r(r(r(count * g[i]) - sum) - r(x_hat[i] * along))));
    } else {
      const double common = r(r(x_hat[i] * divided(along)) + divided(sum));
      dx.push_back(r(r(g[i] - common) * rstd));
    }
  }
  return dx;
}

struct Claims {
  std::string name;
  const Format* accumulator;
  const Format* inputs;
  const Format* statistics;
  bool flushes = false;
  Division division = Division::rounded;
};

/// Error over bound; infinite where there is no excuse.
double ratio(const RowOracle& oracle, int output, int i, double got) {
  const RowBound bound = oracle.bound(output, i);
  if (!std::isfinite(got)) return bound.may_overflow ? 0 : INFINITY;
  const Enclosure value = oracle.value(output, i).value;
  const double open = value.radius + (std::fabs(got) + std::fabs(value.high)) * 0x1p-100;
  const double distance = std::fabs((got - value.high) - value.low) * (1 - 0x1p-51);
  if (distance <= open) return 0;
  return bound.error == 0 ? INFINITY : (distance - open) / bound.error;
}

struct Best {
  double dx = 0, rms = 0, dgamma = 0, dbeta = 0;
  std::int64_t elements = 0;
};

void drive(const Claims& c, Words& words, int rounds, Best& best) {
  RowArithmetic a;
  a.accumulator = c.accumulator;
  a.flushes_subnormals = c.flushes;
  a.division = c.division;
  const Rounder r(*a.accumulator, a.flushes_subnormals);
  const int lengths[] = {1, 2, 3, 4, 7, 8, 31, 64, 257};
  for (int round = 0; round < rounds; ++round) {
    for (int family = 0; family < row_families; ++family) {
      const int n = lengths[words.below(9)];
      Problem p = draw(*c.inputs, *c.statistics, family, n, words);
      a.zero_centred = words.below(3) == 0;
      for (double& gamma : p.gamma) {
        // Where 1 + gamma cancels.
        if (a.zero_centred && words.below(2) == 0) gamma = nearest(*c.inputs, -1 + gamma / 64);
      }
      const auto layer = layer_norm_backward_row({p.dy, p.x, p.gamma, p.mean, p.rstd}, a);
      const auto rms = rms_norm_backward_row({p.dy, p.x, p.gamma, 0, p.rstd}, a);
      const auto order = static_cast<SumOrder>(words.below(sum_orders));
      const int form = words.below(3);
      const std::vector<double> dx = simulate_dx(p, true, a, order, form, words);
      const std::vector<double> rms_dx = simulate_dx(p, false, a, order, form, words);
      for (int i = 0; i < n; ++i) {
        best.dx = std::max(best.dx, ratio(*layer, 0, i, dx[static_cast<std::size_t>(i)]));
        best.rms = std::max(best.rms, ratio(*rms, 0, i, rms_dx[static_cast<std::size_t>(i)]));
      }
      best.elements += 2 * n;
      const std::vector<double> means = draw_row(*c.statistics, 0, n, words),
                                rstds = draw_row(*c.statistics, 11, n, words);
      std::vector<double> terms, dy;
      for (std::size_t i = 0; i < p.x.size(); ++i) {
        dy.push_back(r(p.dy[i]));
        terms.push_back(r(dy.back() * r(r(r(p.x[i]) - r(means[i])) * r(rstds[i]))));
      }
      const auto column = layer_norm_backward_column({p.dy, p.x, means, rstds}, a);
      best.dgamma = std::max(best.dgamma, ratio(*column, 1, 0, simulated_sum(terms, order, r, words)));
      best.dbeta = std::max(best.dbeta, ratio(*column, 2, 0, simulated_sum(dy, order, r, words)));
      ASSERT_LE(std::max({best.dx, best.rms, best.dgamma, best.dbeta}), 1)
          << c.name << ", " << row_family_name(family) << ", n " << n << ", form " << form << ": " << best.dx
          << " " << best.rms << " " << best.dgamma << " " << best.dbeta;
    }
  }
}

void drive_all(int rounds) {
  const Claims all[] = {
      {"fp32", &formats::fp32, &formats::fp32, &formats::fp32},
      {"fp32 of bf16", &formats::fp32, &formats::bf16, &formats::fp32},
      {"fp32 of fp16 reciprocal", &formats::fp32, &formats::fp16, &formats::fp32, false,
       Division::reciprocal},
      {"fp32 flushed", &formats::fp32, &formats::fp32, &formats::fp32, true},
      {"fp16", &formats::fp16, &formats::fp16, &formats::fp16},
      {"fp16 of fp32", &formats::fp16, &formats::fp32, &formats::fp32},
      {"bf16 of fp32", &formats::bf16, &formats::fp32, &formats::fp32},
      {"fp64", &formats::fp64, &formats::fp64, &formats::fp64},
  };
  for (const Claims& c : all) {
    Words words(42);
    Best best;
    drive(c, words, rounds, best);
    testing::Test::RecordProperty(
        c.name, "dx " + std::to_string(best.dx) + " rms " + std::to_string(best.rms) + " dgamma " +
                    std::to_string(best.dgamma) + " dbeta " + std::to_string(best.dbeta) + " of " +
                    std::to_string(best.elements));
  }
}

TEST(NormGradients, BoundsHoldForRightImplementations) { drive_all(60); }

/// By hand: more than 10^7 elements.
TEST(NormGradients, DISABLED_BoundsHoldForMany) { drive_all(2500); }

}  // namespace
}  // namespace ulpgate
