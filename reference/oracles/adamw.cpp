#include "reference/oracles/adamw.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "reference/bounds/adamw.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

Ball power(Ball base, std::int64_t n) {
  Ball result(1.0, base.bits());
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = result * base;
    base = base * base;
  }
  return result;
}

class AdamW : public RowOracle {
 public:
  AdamW(const AdamWRow& row, const StepArithmetic& arithmetic)
      : row_(row), bound_(row.scalars, row.grad_scale, arithmetic) {
    const std::size_t n = row.gradient.size();
    if (row.param.size() != n || row.m.size() != n || row.v.size() != n)
      throw std::invalid_argument("AdamW: gradient, param, m and v differ in length");
    const AdamWScalars& s = row.scalars;
    const auto fraction = [](double beta) { return beta >= 0 && beta < 1; };
    if (!fraction(s.beta1) || !fraction(s.beta2) || !(s.eps >= 0) || s.step < 1 || row.grad_scale == 0 ||
        !std::isfinite(s.lr + s.eps + s.weight_decay + row.grad_scale))
      throw std::invalid_argument("AdamW: a scalar is out of range");
    // Each is asked for three outputs, and for value and bound.
    tracked_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Element e = element(static_cast<std::int64_t>(i));
      if (e.finite()) tracked_[i] = bound_.element(e.g, e.p, e.m, e.v);
    }
  }

  RowValue value(int output, std::int64_t i) const override {
    const Element e = element(i);
    if (!e.finite()) return special(output, e);
    return finite_value(tracked(i).of(output).value);
  }

  RowValue refined(int output, std::int64_t i, int bits) const override {
    const Element e = element(i);
    if (!e.finite()) return special(output, e);
    return finite_value(refine(bits, [&](int working) { return exact(output, e, working); }));
  }

  RowBound bound(int output, std::int64_t i) const override {
    const Element e = element(i);
    if (!std::isfinite(e.p) || !std::isfinite(e.m) || !std::isfinite(e.v) || e.v < 0)
      return {std::numeric_limits<double>::infinity(), true};
    if (!std::isfinite(e.g)) return {};
    const Tracked& x = tracked(i).of(output);
    return {x.error, x.may_overflow};
  }

 private:
  struct Element {
    double g, p, m, v;
    bool finite() const {
      return std::isfinite(g) && std::isfinite(p) && std::isfinite(m) && std::isfinite(v) && v >= 0;
    }
  };
  Element element(std::int64_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return {row_.gradient[at], row_.param[at], row_.m[at], row_.v[at]};
  }

  const AdamWTracked& tracked(std::int64_t i) const { return tracked_[static_cast<std::size_t>(i)]; }

  /// v' is +infinity or NaN, m' / sqrt(v') therefore NaN. Of bad states the bound says that nothing is known.
  RowValue special(int output, const Element& e) const {
    const double g = e.g / row_.grad_scale;
    if (output == AdamWOutput::param || std::isnan(g)) return {NumberClass::nan, false, {}};
    return {NumberClass::infinity, output == AdamWOutput::m && g < 0, {}};
  }

  Ball exact(int output, const Element& e, int working) const {
    const AdamWScalars& s = row_.scalars;
    const auto ball = [&](double x) { return Ball(x, working); };
    const Ball one = ball(1), b1 = ball(s.beta1), b2 = ball(s.beta2);
    const Ball g = ball(e.g) / ball(row_.grad_scale);
    const Ball m = b1 * ball(e.m) + (one - b1) * g;
    if (output == AdamWOutput::m) return m;
    const Ball v = b2 * ball(e.v) + (one - b2) * g * g;
    if (output == AdamWOutput::v) return v;
    const Ball p = ball(e.p), lr = ball(s.lr);
    const Ball decayed = p - lr * ball(s.weight_decay) * p;
    const Ball denominator = square_root(v / (one - power(b2, s.step))) + ball(s.eps);
    return decayed - lr * (m / (one - power(b1, s.step)) / denominator);
  }

  AdamWRow row_;
  AdamWBound bound_;
  std::vector<AdamWTracked> tracked_;  ///< of finite elements
};

}  // namespace

std::unique_ptr<RowOracle> adamw_row(const AdamWRow& row, const StepArithmetic& arithmetic) {
  return std::make_unique<AdamW>(row, arithmetic);
}

}  // namespace ulpgate
