#include "reference/twins/optimizer.h"

namespace ulpgate {
namespace {

TwinReal real(double x) { return TwinReal(x); }

}  // namespace

TwinStep twin_adamw(const AdamWScalars& s, double gradient, double param, double m, double v,
                    double grad_scale) {
  const TwinReal g = real(gradient) / real(grad_scale);
  TwinReal power1 = 1, power2 = 1;
  for (std::int64_t t = 0; t < s.step; ++t) {
    power1 *= real(s.beta1);
    power2 *= real(s.beta2);
  }
  TwinStep step;
  step.m = real(s.beta1) * real(m) + (1 - real(s.beta1)) * g;
  step.v = real(s.beta2) * real(v) + (1 - real(s.beta2)) * g * g;
  const TwinReal m_hat = step.m / (1 - power1), v_hat = step.v / (1 - power2);
  step.param =
      real(param) - real(s.lr) * (m_hat / (sqrt(v_hat) + real(s.eps)) + real(s.weight_decay) * real(param));
  return step;
}

TwinStep twin_sgd(const SgdScalars& s, double gradient, double param, double buffer) {
  const TwinReal g = real(gradient) + real(s.weight_decay) * real(param);
  TwinStep step;
  step.m = g;
  if (s.momentum != 0 && !s.first) step.m = real(s.momentum) * real(buffer) + (1 - real(s.dampening)) * g;
  const TwinReal direction = s.nesterov ? g + real(s.momentum) * step.m : step.m;
  step.param = real(param) - real(s.lr) * direction;
  return step;
}

TwinReal twin_gradient_norm(const GradientList& list) {
  TwinReal total = 0;
  for (const auto tensor : list.tensors) {
    for (const double x : tensor) {
      const TwinReal magnitude = abs(real(x)) / real(list.grad_scale);
      if (list.kind == NormKind::two) total += magnitude * magnitude;
      if (list.kind == NormKind::one) total += magnitude;
      if (list.kind == NormKind::infinity && magnitude > total) total = magnitude;
    }
  }
  return list.kind == NormKind::two ? sqrt(total) : total;
}

TwinReal twin_clip(const GradientList& list) {
  const TwinReal c = real(list.max_norm) / (twin_gradient_norm(list) + real(1e-6));
  return c < 1 ? c : TwinReal(1);
}

}  // namespace ulpgate
