// Plain loops in fp64.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "kernels/api/tests/row_problem.h"

namespace ulpgate {
namespace {

using Index = std::int64_t;

bool claims(const RowProblem& p, const char* key, const char* value) {
  const auto found = p.offer().claims.find(key);
  return found != p.offer().claims.end() && found->second == value;
}

/// A difference that no right arithmetic makes here and wrong logic does: 16 units of bf16, for values and
/// sums of about 1.
void expect_near(const RowProblem& p, const char* role, Index outer, Index i, Index inner, double expected) {
  const double got = p.get(role, outer, i, inner);
  EXPECT_NEAR(got, expected, 0x1p-4 * std::max(1.0, std::fabs(expected)))
      << role << " outer " << outer << " i " << i << " inner " << inner;
}

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

/// The logits' exponentials, and log of their sum.
struct Softmax {
  std::vector<double> logits;
  double log_sum;
  double value(Index i) const { return std::exp(log_value(i)); }
  double log_value(Index i) const { return logits[static_cast<std::size_t>(i)] - log_sum; }
};

Softmax softmax_of(const RowProblem& p, Index outer, Index inner) {
  Softmax s;
  double sum = 0;
  const double scale = p.scalar("scale", 1), queries = p.scalar("causal", 0);
  const bool added =
      p.has("mask") && std::ranges::find(p.offer().formats, std::pair<std::string, std::string>(
                                                                "mask", "uint8")) == p.offer().formats.end();
  for (Index i = 0; i < p.sizes().n; ++i) {
    double t = scale * p.get("x", outer, i, inner);
    if (added) t += p.get("mask", outer, i, inner);
    const bool unseen =
        queries > 0 && static_cast<double>(i) > std::fmod(static_cast<double>(outer), queries) +
                                                    static_cast<double>(p.sizes().n) - queries;
    if (unseen || (p.has("mask") && !added && p.get("mask", outer, i, inner) != 0))
      t = -std::numeric_limits<double>::infinity();
    s.logits.push_back(t);
    sum += std::exp(t);
  }
  s.log_sum = std::log(sum);
  return s;
}

void expect_softmax(const RowProblem& p) {
  const bool is_log = p.offer().operation == "log_softmax";
  for (Index o = 0; o < p.sizes().outer; ++o) {
    for (Index j = 0; j < p.sizes().inner; ++j) {
      const Softmax s = softmax_of(p, o, j);
      for (Index i = 0; i < p.sizes().n; ++i) {
        if (!std::isfinite(s.log_sum)) {
          EXPECT_TRUE(claims(p, "masked_row", "zero") ? p.get("y", o, i, j) == 0
                                                      : std::isnan(p.get("y", o, i, j)));
        } else if (is_log && std::isinf(s.log_value(i))) {
          EXPECT_EQ(p.get("y", o, i, j), s.log_value(i));
        } else {
          expect_near(p, "y", o, i, j, is_log ? s.log_value(i) : s.value(i));
        }
      }
    }
  }
}

void expect_softmax_backward(const RowProblem& p) {
  const bool is_log = p.offer().operation == "log_softmax_backward";
  for (Index o = 0; o < p.sizes().outer; ++o) {
    for (Index j = 0; j < p.sizes().inner; ++j) {
      double sum = 0;
      for (Index i = 0; i < p.sizes().n; ++i)
        sum += p.get("dy", o, i, j) * (is_log ? 1 : p.get("y", o, i, j));
      for (Index i = 0; i < p.sizes().n; ++i) {
        const double y = p.get("y", o, i, j), dy = p.get("dy", o, i, j);
        expect_near(p, "dx", o, i, j,
                    p.scalar("scale", 1) * (is_log ? dy - std::exp(y) * sum : y * (dy - sum)));
      }
    }
  }
}

double gamma(const RowProblem& p, Index i) {
  if (!p.has("gamma")) return 1;
  return p.get("gamma", 0, i) + (claims(p, "zero_centred", "yes") ? 1 : 0);
}

void expect_norm(const RowProblem& p) {
  const bool is_rms = p.offer().operation == "rms_norm";
  for (Index o = 0; o < p.sizes().outer; ++o) {
    std::vector<double> x, squares;
    for (Index i = 0; i < p.sizes().n; ++i) x.push_back(p.get("x", o, i));
    const double centre = is_rms ? 0 : mean(x);
    for (const double v : x) squares.push_back((v - centre) * (v - centre));
    const double rstd = 1 / std::sqrt(mean(squares) + p.scalar("eps", 0));
    for (Index i = 0; i < p.sizes().n; ++i) {
      const double beta = p.has("beta") ? p.get("beta", 0, i) : 0;
      expect_near(p, "y", o, i, 0, (x[static_cast<std::size_t>(i)] - centre) * rstd * gamma(p, i) + beta);
    }
    if (p.has("mean")) expect_near(p, "mean", o, 0, 0, centre);
    if (p.has("rstd")) expect_near(p, "rstd", o, 0, 0, rstd);
  }
}

void expect_norm_backward(const RowProblem& p) {
  const auto z = [&](Index o, Index i) {
    return (p.get("x", o, i) - (p.has("mean") ? p.get("mean", o, 0) : 0)) * p.get("rstd", o, 0);
  };
  const bool centred = p.has("mean");
  for (Index o = 0; o < p.sizes().outer; ++o) {
    std::vector<double> g, products;
    for (Index i = 0; i < p.sizes().n; ++i) {
      g.push_back(p.get("dy", o, i) * gamma(p, i));
      products.push_back(g.back() * z(o, i));
    }
    for (Index i = 0; i < p.sizes().n; ++i)
      expect_near(p, "dx", o, i, 0,
                  p.get("rstd", o, 0) *
                      (g[static_cast<std::size_t>(i)] - (centred ? mean(g) : 0) - z(o, i) * mean(products)));
  }
  for (Index i = 0; i < p.sizes().n; ++i) {
    double dgamma = 0, dbeta = 0;
    for (Index o = 0; o < p.sizes().outer; ++o) {
      dgamma += p.get("dy", o, i) * z(o, i);
      dbeta += p.get("dy", o, i);
    }
    if (p.has("dgamma")) expect_near(p, "dgamma", 0, i, 0, dgamma);
    if (p.has("dbeta")) expect_near(p, "dbeta", 0, i, 0, dbeta);
  }
}

void expect_attention(const RowProblem& p) {
  for (Index o = 0; o < p.sizes().outer; ++o) {
    const Softmax s = softmax_of(p, o, 0);
    if (!std::isfinite(s.log_sum)) {
      EXPECT_EQ(p.get("lse", o, 0), s.log_sum);
      continue;
    }
    expect_near(p, "lse", o, 0, 0, s.log_sum);
    for (Index c = 0; c < p.sizes().inner; ++c) {
      double sum = 0;
      for (Index i = 0; i < p.sizes().n; ++i) sum += s.value(i) * p.get("v", 0, i, c);
      expect_near(p, "o", o, 0, c, sum);
    }
  }
}

/// How many rows count.
double counted(const RowProblem& p) {
  double rows = 0;
  for (Index o = 0; o < p.sizes().outer; ++o) rows += p.get("target", o, 0) != -100 ? 1 : 0;
  return rows;
}

void expect_cross_entropy(const RowProblem& p) {
  const double smoothing = p.scalar("smoothing", 0);
  double sum = 0;
  for (Index o = 0; o < p.sizes().outer; ++o) {
    const auto target = static_cast<Index>(p.get("target", o, 0));
    const Softmax s = softmax_of(p, o, 0);
    double all = 0;
    for (Index i = 0; i < p.sizes().n; ++i) all += s.log_value(i);
    const double loss = target == -100 ? 0
                                       : -(1 - smoothing) * s.log_value(target) -
                                             smoothing * all / static_cast<double>(p.sizes().n);
    sum += loss;
    if (!claims(p, "reduction", "mean") && !claims(p, "reduction", "sum"))
      expect_near(p, "loss", o, 0, 0, loss);
  }
  if (claims(p, "reduction", "mean")) expect_near(p, "loss", 0, 0, 0, sum / counted(p));
  if (claims(p, "reduction", "sum")) expect_near(p, "loss", 0, 0, 0, sum);
}

void expect_cross_entropy_backward(const RowProblem& p) {
  const double smoothing = p.scalar("smoothing", 0), n = static_cast<double>(p.sizes().n);
  for (Index o = 0; o < p.sizes().outer; ++o) {
    const auto target = static_cast<Index>(p.get("target", o, 0));
    const Softmax s = softmax_of(p, o, 0);
    const double factor =
        target == -100 ? 0 : p.get("dloss", o, 0) / (claims(p, "reduction", "mean") ? counted(p) : 1);
    for (Index i = 0; i < p.sizes().n; ++i)
      expect_near(p, "dx", o, i, 0,
                  factor * (s.value(i) - (1 - smoothing) * (i == target ? 1 : 0) - smoothing / n));
  }
}

}  // namespace

void expect_operation(const RowProblem& p) {
  const std::string& name = p.offer().operation;
  if (name == "softmax" || name == "log_softmax") expect_softmax(p);
  if (name == "softmax_backward" || name == "log_softmax_backward") expect_softmax_backward(p);
  if (name == "layer_norm" || name == "rms_norm") expect_norm(p);
  if (name == "layer_norm_backward" || name == "rms_norm_backward") expect_norm_backward(p);
  if (name == "attention") expect_attention(p);
  if (name == "cross_entropy") expect_cross_entropy(p);
  if (name == "cross_entropy_backward") expect_cross_entropy_backward(p);
}

}  // namespace ulpgate
