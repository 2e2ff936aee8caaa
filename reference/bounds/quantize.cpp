#include "reference/bounds/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate {

using quantize::Recipe;
using quantize::ScaleKind;

namespace {

bool divides(const Recipe& r) {
  return r.scales == ScaleKind::given && r.given == quantize::GivenRule::divide;
}

bool subnormal(float x) { return std::fpclassify(x) == FP_SUBNORMAL; }

}  // namespace

double round_trip_bound(const RoundTrip& trip, float x) {
  constexpr double u = 0x1p-24, infinite = std::numeric_limits<double>::infinity();
  const Recipe& r = *trip.recipe;
  const Format& e = *r.element;
  const double magnitude = std::fabs(static_cast<double>(x)), f = std::fabs(static_cast<double>(trip.factor)),
               s = std::fabs(trip.scale);
  if (!std::isfinite(magnitude) || !std::isfinite(f) || !std::isfinite(s)) return infinite;
  if (divides(r) && (f == 0 || (r.flush_to_zero && subnormal(trip.factor)))) return infinite;
  if (magnitude == 0) return 0;
  if (r.flush_to_zero && (subnormal(x) || subnormal(trip.factor))) return magnitude;
  const double underflow = r.flush_to_zero ? 0x1p-126 : 0x1p-150;
  const double product = divides(r) ? magnitude / f : magnitude * f;
  const double t = product * (1 + u) + underflow;
  const double most = static_cast<double>(quantize::largest_number(e));
  if (t > most && r.cast.overflow != Overflow::saturate) return infinite;
  if (t > static_cast<double>(FLT_MAX) && r.cast.infinity != InfinityRule::saturate) return infinite;
  const bool flushes = r.cast.subnormals == Subnormals::flushed;
  const double smallest = std::ldexp(1.0, flushes ? e.min_exponent() : e.quantum_exponent() - 1);
  const bool either = r.cast.rounding != Rounding::nearest_even;
  const double rounding =
      (either ? 2 : 1) * std::max(std::ldexp(t, -e.precision()), smallest) + std::max(0.0, t - most);
  const double mismatch = std::fabs(divides(r) ? (s - f) / f : std::fma(f, s, -1.0));
  const double code = magnitude * mismatch + (product * u + underflow + rounding) * s;
  const double result = std::min(t + rounding, most) * s;
  // (1 + u)^k - 1 <= k u (1 + k u) for k u <= 1.
  const double growth = trip.steps * u * (1 + trip.steps * u);
  return (code + growth * result + trip.steps * 0x1p-150) * (1 + 0x1p-40);
}

double code_unit(const Recipe& r, float factor, std::uint64_t stored, float global) {
  const quantize::Steps steps(r.flush_to_zero);
  switch (r.scales) {
    case ScaleKind::given:
      return static_cast<double>(divides(r) ? factor : steps.quotient(1, factor));
    case ScaleKind::current:
      return static_cast<double>(quantize::number(static_cast<std::uint32_t>(stored)));
    case ScaleKind::mx:
      return to_double(formats::e8m0, stored);
    case ScaleKind::nvfp4:
      break;
  }
  const float of_tensor = r.nvfp4 == quantize::Nvfp4Rule::torchao
                              ? steps.quotient(global, 2688)
                              : steps.quotient(1, quantize::nvfp4_encode_scale(r, global));
  return to_double(formats::e4m3, stored) * static_cast<double>(of_tensor);
}

}  // namespace ulpgate
