#include "reference/oracles/sgd.h"

#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/bounds/tracked.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

/// The formula, in whatever `Number`'s operations are.
template <typename Number, typename Operations>
Number sgd(int output, const SgdScalars& s, const Operations& of, const Number& gradient, const Number& p,
           const std::optional<Number>& b) {
  const Number g =
      s.weight_decay == 0 ? gradient : of.add(gradient, of.multiply(of.scalar(s.weight_decay), p));
  Number buffer = g;
  if (b) buffer = of.add(of.multiply(of.scalar(s.momentum), *b), of.multiply(of.one_minus(s.dampening), g));
  if (output == SgdOutput::buffer) return buffer;
  const Number direction = s.nesterov ? of.add(g, of.multiply(of.scalar(s.momentum), buffer)) : buffer;
  return of.subtract(p, of.multiply(of.scalar(s.lr), direction));
}

struct Plain {
  double scalar(double x) const { return x; }
  double one_minus(double x) const { return 1 - x; }
  double add(double a, double b) const { return a + b; }
  double subtract(double a, double b) const { return a - b; }
  double multiply(double a, double b) const { return a * b; }
};

struct ExactOnes {
  Exact scalar(double x) const { return Exact::from_double(x); }
  Exact one_minus(double x) const { return Exact::from_integer(1) - Exact::from_double(x); }
  Exact add(const Exact& a, const Exact& b) const { return a + b; }
  Exact subtract(const Exact& a, const Exact& b) const { return a - b; }
  Exact multiply(const Exact& a, const Exact& b) const { return a * b; }
};

struct TrackedOnes : TrackedArithmetic {
  TrackedOnes(const TrackedArithmetic& elements, const TrackedArithmetic& scalars)
      : TrackedArithmetic(elements), scalars_(scalars) {}
  Tracked scalar(double x) const { return convert(scalars_.read(x)); }
  Tracked one_minus(double x) const { return convert(scalars_.subtract(scalars_.read(1), scalars_.read(x))); }

 private:
  TrackedArithmetic scalars_;
};

class Sgd : public RowOracle {
 public:
  Sgd(const SgdRow& row, const StepArithmetic& a)
      : row_(row),
        arithmetic_(TrackedArithmetic(AccumulatorError(a.accumulator, a.flushes_subnormals)),
                    TrackedArithmetic(AccumulatorError(a.scalars != nullptr ? a.scalars : &formats::fp64,
                                                       a.flushes_subnormals))) {
    const SgdScalars& s = row.scalars;
    has_buffer_ = s.momentum != 0 && !s.first;
    const std::size_t n = row.gradient.size();
    if (row.param.size() != n || (has_buffer_ && row.buffer.size() != n))
      throw std::invalid_argument("SGD: gradient, param and buffer differ in length");
    if (!std::isfinite(s.lr + s.momentum + s.dampening + s.weight_decay))
      throw std::invalid_argument("SGD: a scalar is not finite");
  }

  RowValue value(int output, std::int64_t i) const override {
    if (finite(i)) return finite_value(tracked(output, i).value);
    const double plain = evaluate<double>(output, i, Plain{}, [](double x) { return x; });
    return {std::isnan(plain) ? NumberClass::nan : NumberClass::infinity, plain < 0, {}};
  }

  RowValue refined(int output, std::int64_t i, int bits) const override {
    if (!finite(i)) return value(output, i);
    const Exact exact =
        evaluate<Exact>(output, i, ExactOnes{}, [](double x) { return Exact::from_double(x); });
    return finite_value(refine(bits, [&](int working) { return Ball(exact, working); }));
  }

  RowBound bound(int output, std::int64_t i) const override {
    if (!finite(i)) return {};
    const Tracked t = tracked(output, i);
    return {t.error, t.may_overflow};
  }

 private:
  bool finite(std::int64_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::isfinite(row_.gradient[at]) && std::isfinite(row_.param[at]) &&
           (!has_buffer_ || std::isfinite(row_.buffer[at]));
  }

  template <typename Number, typename Operations, typename Lift>
  Number evaluate(int output, std::int64_t i, const Operations& operations, const Lift& lift) const {
    const auto at = static_cast<std::size_t>(i);
    std::optional<Number> b;
    if (has_buffer_) b = lift(row_.buffer[at]);
    return sgd<Number>(output, row_.scalars, operations, lift(row_.gradient[at]), lift(row_.param[at]), b);
  }

  Tracked tracked(int output, std::int64_t i) const {
    return evaluate<Tracked>(output, i, arithmetic_, [&](double x) { return arithmetic_.read(x); });
  }

  SgdRow row_;
  TrackedOnes arithmetic_;
  bool has_buffer_ = false;
};

}  // namespace

std::unique_ptr<RowOracle> sgd_row(const SgdRow& row, const StepArithmetic& arithmetic) {
  return std::make_unique<Sgd>(row, arithmetic);
}

}  // namespace ulpgate
