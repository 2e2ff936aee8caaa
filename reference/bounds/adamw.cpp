#include "reference/bounds/adamw.h"

namespace ulpgate {
namespace {

const Format* scalar_format(const StepArithmetic& a) {
  return a.scalars != nullptr ? a.scalars : &formats::fp64;
}

}  // namespace

AdamWBound::AdamWBound(const AdamWScalars& s, double grad_scale, const StepArithmetic& arithmetic)
    : a_(AccumulatorError(arithmetic.accumulator, arithmetic.flushes_subnormals)),
      order_(arithmetic.order),
      grad_scale_(grad_scale) {
  const TrackedArithmetic scalar(AccumulatorError(scalar_format(arithmetic), arithmetic.flushes_subnormals));
  const Tracked one = scalar.read(1), beta1 = scalar.read(s.beta1), beta2 = scalar.read(s.beta2);
  const auto given = [&](double x) { return a_.convert(scalar.read(x)); };
  scale_ = given(grad_scale);
  inverse_scale_ = a_.convert(scalar.divide(one, scalar.read(grad_scale)));
  beta1_ = a_.convert(beta1);
  beta2_ = a_.convert(beta2);
  one_minus_beta1_ = a_.convert(scalar.subtract(one, beta1));
  one_minus_beta2_ = a_.convert(scalar.subtract(one, beta2));
  const Tracked c1 = scalar.subtract(one, scalar.power(beta1, s.step, arithmetic.power_ulps));
  const Tracked c2 = scalar.subtract(one, scalar.power(beta2, s.step, arithmetic.power_ulps));
  correction1_ = a_.convert(c1);
  correction2_ = a_.convert(c2);
  root_correction2_ = a_.convert(scalar.square_root(c2));
  const Tracked lr = scalar.read(s.lr), wd = scalar.read(s.weight_decay);
  lr_ = a_.convert(lr);
  weight_decay_ = a_.convert(wd);
  decay_ = a_.convert(scalar.subtract(one, scalar.multiply(lr, wd)));
  step_size_ = a_.convert(scalar.divide(lr, c1));
  eps_ = given(s.eps);
}

Tracked AdamWBound::unscaled(double gradient) const {
  const Tracked g = a_.read(gradient);
  if (grad_scale_ == 1) return g;
  return TrackedArithmetic::either(a_.divide(g, scale_), a_.multiply(g, inverse_scale_));
}

Tracked AdamWBound::decay_first(const Tracked& p, const Tracked& m, const Tracked& v) const {
  const Tracked denominator = a_.add(a_.divide(a_.square_root(v), root_correction2_), eps_);
  const Tracked change = TrackedArithmetic::either(a_.multiply(step_size_, a_.divide(m, denominator)),
                                                   a_.divide(a_.multiply(step_size_, m), denominator));
  return a_.subtract(a_.multiply(p, decay_), change);
}

Tracked AdamWBound::decay_added(const Tracked& p, const Tracked& m, const Tracked& v) const {
  const Tracked denominator = a_.add(a_.square_root(a_.divide(v, correction2_)), eps_);
  const Tracked update =
      a_.add(a_.divide(a_.divide(m, correction1_), denominator), a_.multiply(weight_decay_, p));
  return a_.subtract(p, a_.multiply(lr_, update));
}

AdamWTracked AdamWBound::element(double gradient, double param, double m0, double v0) const {
  const Tracked g = unscaled(gradient), p = a_.read(param), m = a_.read(m0), v = a_.read(v0);
  AdamWTracked t;
  t.m = TrackedArithmetic::either(a_.add(a_.multiply(beta1_, m), a_.multiply(one_minus_beta1_, g)),
                                  a_.add(m, a_.multiply(one_minus_beta1_, a_.subtract(g, m))));
  const Tracked squares = TrackedArithmetic::either(a_.multiply(a_.multiply(one_minus_beta2_, g), g),
                                                    a_.multiply(one_minus_beta2_, a_.multiply(g, g)));
  t.v = a_.add(a_.multiply(beta2_, v), squares);
  t.param = order_ == StepOrder::decay_first ? decay_first(p, t.m, t.v) : decay_added(p, t.m, t.v);
  return t;
}

}  // namespace ulpgate
