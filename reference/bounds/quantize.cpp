#include "reference/bounds/quantize.h"

#include <algorithm>
#include <cmath>

namespace ulpgate {

double round_trip_bound(const RoundTrip& trip, float x) {
  constexpr double u = 0x1p-24, underflow = 0x1p-150;
  const Format& e = *trip.recipe->element;
  const double magnitude = std::fabs(static_cast<double>(x));
  const double product = magnitude * std::fabs(static_cast<double>(trip.factor));
  const double t = product * (1 + u) + underflow;
  const double most = static_cast<double>(quantize::largest_number(e));
  const double nearest = std::max(std::ldexp(t, -e.precision()), std::ldexp(1.0, e.quantum_exponent() - 1));
  const bool either = trip.recipe->cast.rounding != Rounding::nearest_even;
  const double rounding = (either ? 2 : 1) * nearest + std::max(0.0, t - most);
  const double scale = std::fabs(trip.scale);
  // A fused product: what is left of f s - 1 is what the roundings of f and s made.
  const double mismatch = std::fabs(std::fma(static_cast<double>(trip.factor), trip.scale, -1.0));
  const double code = magnitude * mismatch + (product * u + underflow + rounding) * scale;
  const double result = std::min(t + rounding, most) * scale;
  const double steps = (std::pow(1 + u, trip.steps) - 1) * result + trip.steps * underflow;
  return (code + steps) * (1 + 0x1p-40);
}

}  // namespace ulpgate
