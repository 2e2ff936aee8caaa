#pragma once
// Steps as right implementations take them, and as wrong ones do: host arithmetic of one format.
#include <cmath>
#include <cstdint>
#include <utility>

#include "reference/bounds/step_arithmetic.h"
#include "reference/oracles/adamw.h"
#include "reference/oracles/sgd.h"

namespace ulpgate {

enum class StepFault {
  none,
  eps_in_root,
  no_correction,
  coupled_decay,
  second_moment_of_first,
  beta_swapped
};

template <typename Real>
struct SimulatedState {
  Real param, m, v;
};

/// `fused` contracts products with the sums that follow.
template <typename Real>
SimulatedState<Real> simulate_adamw(const AdamWScalars& given, StepOrder order, bool fused, Real g,
                                    SimulatedState<Real> s, StepFault fault = StepFault::none) {
  AdamWScalars scalars = given;
  if (fault == StepFault::beta_swapped) std::swap(scalars.beta1, scalars.beta2);
  const auto fma = [&](Real a, Real b, Real c) { return fused ? std::fma(a, b, c) : a * b + c; };
  const double steps = static_cast<double>(scalars.step);
  double c1 = 1 - std::pow(scalars.beta1, steps), c2 = 1 - std::pow(scalars.beta2, steps);
  if (fault == StepFault::no_correction) c1 = c2 = 1;
  const Real lr = static_cast<Real>(scalars.lr), wd = static_cast<Real>(scalars.weight_decay),
             eps = static_cast<Real>(scalars.eps);
  if (fault == StepFault::coupled_decay) g = g + wd * s.param;
  const Real decay =
      fault == StepFault::coupled_decay ? Real(1) : static_cast<Real>(1 - scalars.lr * scalars.weight_decay);
  s.m = fma(static_cast<Real>(1 - scalars.beta1), g - s.m, s.m);
  const Real weight2 = static_cast<Real>(1 - scalars.beta2);
  const Real squared = fault == StepFault::second_moment_of_first ? s.m : g;
  s.v = fma(weight2 * squared, squared, static_cast<Real>(scalars.beta2) * s.v);
  if (order == StepOrder::decay_first) {
    const Real root = std::sqrt(s.v) / static_cast<Real>(std::sqrt(c2));
    const Real divisor =
        fault == StepFault::eps_in_root ? std::sqrt(s.v / static_cast<Real>(c2) + eps) : root + eps;
    const Real step = static_cast<Real>(scalars.lr / c1);
    s.param = s.param * decay;
    s.param = fma(-step, s.m / divisor, s.param);
    return s;
  }
  const Real v_hat = s.v / static_cast<Real>(c2), m_hat = s.m / static_cast<Real>(c1);
  const Real divisor = fault == StepFault::eps_in_root ? std::sqrt(v_hat + eps) : std::sqrt(v_hat) + eps;
  const Real update = fault == StepFault::coupled_decay ? m_hat / divisor : fma(wd, s.param, m_hat / divisor);
  s.param = fma(-lr, update, s.param);
  return s;
}

template <typename Real>
SimulatedState<Real> simulate_sgd(const SgdScalars& scalars, bool fused, Real g, Real param, Real buffer) {
  const auto fma = [&](Real a, Real b, Real c) { return fused ? std::fma(a, b, c) : a * b + c; };
  if (scalars.weight_decay != 0) g = fma(static_cast<Real>(scalars.weight_decay), param, g);
  const Real momentum = static_cast<Real>(scalars.momentum);
  Real b = g;
  if (scalars.momentum != 0 && !scalars.first)
    b = fma(static_cast<Real>(1 - scalars.dampening), g, momentum * buffer);
  const Real direction = scalars.nesterov ? fma(momentum, b, g) : b;
  return {fma(-static_cast<Real>(scalars.lr), direction, param), b, 0};
}

}  // namespace ulpgate
