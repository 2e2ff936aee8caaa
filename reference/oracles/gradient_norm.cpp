#include "reference/oracles/gradient_norm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/bounds/tracked.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

constexpr double beside_norm = 1e-6;

RowValue special(double x) { return {std::isnan(x) ? NumberClass::nan : NumberClass::infinity, x < 0, {}}; }

class Norm {
 public:
  Norm(const GradientList& list, const StepArithmetic& a)
      : list_(list), a_(AccumulatorError(a.accumulator, a.flushes_subnormals)) {
    if (!(list.grad_scale > 0) || !std::isfinite(list.grad_scale))
      throw std::invalid_argument("a scale of gradients must be positive and finite");
    for (const auto tensor : list_.tensors) {
      for (const double x : tensor) {
        nan_ = nan_ || std::isnan(x);
        infinite_ = infinite_ || std::isinf(x);
      }
    }
    if (finite()) tracked_ = tracked(a.norm);
  }

  bool finite() const { return !nan_ && !infinite_; }
  /// Of a norm that is not finite.
  double plain() const {
    return nan_ ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  }
  const Tracked& norm() const { return tracked_; }
  const TrackedArithmetic& arithmetic() const { return a_; }
  const GradientList& list() const { return list_; }

  Tracked gradient(double given) const {
    const Tracked x = a_.read(given), scale = a_.read(list_.grad_scale), one{{1, 0, 0}, 0, false};
    if (list_.grad_scale == 1) return x;
    return TrackedArithmetic::either(a_.divide(x, scale), a_.multiply(x, a_.divide(one, scale)));
  }
  Ball exact_gradient(double given, int working) const {
    return Ball(given, working) / Ball(list_.grad_scale, working);
  }

  /// That of what is given, over the scale.
  Ball exact(int working) const {
    Exact total;
    for (const auto tensor : list_.tensors) {
      for (const double x : tensor) {
        const Exact e = Exact::from_double(std::fabs(x));
        if (list_.kind == NormKind::infinity) {
          total = total < e ? e : total;
        } else {
          total += list_.kind == NormKind::two ? e * e : e;
        }
      }
    }
    const Ball sum(total, working), scale(list_.grad_scale, working);
    return (list_.kind == NormKind::two ? square_root(sum) : sum) / scale;
  }

 private:
  Tracked term(const Tracked& x) const {
    if (list_.kind == NormKind::two) return a_.multiply(x, x);
    return x.value.high < 0 ? Tracked{negated(x.value), x.error, x.may_overflow} : x;
  }

  Tracked of_terms(const std::vector<Tracked>& terms) const {
    if (list_.kind != NormKind::infinity) {
      const Tracked sum = a_.sum(terms);
      return list_.kind == NormKind::two ? a_.square_root(sum) : sum;
    }
    Tracked most;
    for (const Tracked& t : terms) {
      most.error = std::max(most.error, t.error);
      if (t.value.high > most.value.high) most.value = t.value;
    }
    return most;
  }

  Tracked tracked(NormAlgorithm algorithm) const {
    std::vector<Tracked> all, norms;
    for (const auto tensor : list_.tensors) {
      std::vector<Tracked> terms;
      for (const double x : tensor) terms.push_back(term(gradient(x)));
      all.insert(all.end(), terms.begin(), terms.end());
      norms.push_back(term(of_terms(terms)));
    }
    return of_terms(algorithm == NormAlgorithm::flat ? all : norms);
  }

  const GradientList list_;
  TrackedArithmetic a_;
  bool nan_ = false, infinite_ = false;
  Tracked tracked_;
};

class GradientNorm : public RowOracle {
 public:
  GradientNorm(const GradientList& list, const StepArithmetic& a) : norm_(list, a) {}

  RowValue value(int, std::int64_t) const override {
    return norm_.finite() ? finite_value(norm_.norm().value) : special(norm_.plain());
  }
  RowValue refined(int output, std::int64_t i, int bits) const override {
    if (!norm_.finite()) return value(output, i);
    return finite_value(refine(bits, [&](int working) { return norm_.exact(working); }));
  }
  RowBound bound(int, std::int64_t) const override { return {norm_.norm().error, norm_.norm().may_overflow}; }

 private:
  Norm norm_;
};

class Clip : public RowOracle {
 public:
  Clip(const GradientList& list, const StepArithmetic& a) : norm_(list, a) {
    if (!(list.max_norm > 0) || !std::isfinite(list.max_norm))
      throw std::invalid_argument("clipping: the largest norm must be positive and finite");
    for (const auto tensor : list.tensors) elements_.insert(elements_.end(), tensor.begin(), tensor.end());
    if (norm_.finite()) coefficient_ = coefficient();
  }

  RowValue value(int output, std::int64_t i) const override {
    if (output == 1) return norm_.finite() ? finite_value(norm_.norm().value) : special(norm_.plain());
    if (norm_.finite()) return finite_value(clipped(i).value);
    const double x = elements_[static_cast<std::size_t>(i)];
    if (std::isnan(norm_.plain()) || !std::isfinite(x))
      return special(std::numeric_limits<double>::quiet_NaN());
    return {NumberClass::zero, std::signbit(x), {}};
  }

  RowValue refined(int output, std::int64_t i, int bits) const override {
    if (!norm_.finite()) return value(output, i);
    return finite_value(refine(bits, [&](int working) {
      const Ball norm = norm_.exact(working);
      if (output == 1) return norm;
      const Ball x = norm_.exact_gradient(elements_[static_cast<std::size_t>(i)], working);
      const Ball c = Ball(norm_.list().max_norm, working) / (norm + Ball(beside_norm, working));
      // Which side of 1 it is on is certain, or does not matter within its radius.
      return c.to_double() >= 1 ? x : x * c;
    }));
  }

  RowBound bound(int output, std::int64_t i) const override {
    if (!norm_.finite()) return {};
    const Tracked& t = output == 1 ? norm_.norm() : clipped(i);
    // A norm that overflows makes every gradient 0, or NaN.
    if (norm_.norm().may_overflow) return {std::numeric_limits<double>::infinity(), true};
    return {t.error, t.may_overflow};
  }

 private:
  Tracked coefficient() const {
    const TrackedArithmetic& a = norm_.arithmetic();
    const Tracked most = a.read(norm_.list().max_norm), one{{1, 0, 0}, 0, false};
    const Tracked divisor = a.add(norm_.norm(), a.read(beside_norm));
    Tracked c = TrackedArithmetic::either(a.divide(most, divisor), a.multiply(a.divide(one, divisor), most));
    if (smallest_magnitude(c.value) - c.error >= 1) return one;
    if (c.value.high >= 1) c.value = one.value;
    return c;
  }

  Tracked clipped(std::int64_t i) const {
    const TrackedArithmetic& a = norm_.arithmetic();
    const Tracked x = norm_.gradient(elements_[static_cast<std::size_t>(i)]);
    const bool is_one = coefficient_.error == 0 && coefficient_.value.high == 1;
    return is_one ? x : a.multiply(x, coefficient_);
  }

  Norm norm_;
  std::vector<double> elements_;
  Tracked coefficient_;
};

}  // namespace

std::unique_ptr<RowOracle> gradient_norm(const GradientList& list, const StepArithmetic& arithmetic) {
  return std::make_unique<GradientNorm>(list, arithmetic);
}

std::unique_ptr<RowOracle> clip_gradients(const GradientList& list, const StepArithmetic& arithmetic) {
  return std::make_unique<Clip>(list, arithmetic);
}

float clip_coefficient(float norm, float max_norm, Division division) {
  const float divisor = norm + static_cast<float>(beside_norm);
  const float c = division == Division::rounded ? max_norm / divisor : 1.0f / divisor * max_norm;
  return c > 1 ? 1.0f : c;
}

}  // namespace ulpgate
