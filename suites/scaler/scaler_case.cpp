#include "suites/scaler/scaler_case.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "suites/framework/codes.h"
#include "suites/framework/random.h"

namespace ulpgate::scaler {
namespace {

constexpr std::uint64_t different_values = 64;

double true_gradient(const CounterRandom& random, std::uint64_t index) {
  const std::uint64_t word = random.word64(index);
  const double significand = 1 + std::ldexp(static_cast<double>(word >> 12), -52);
  const int exponent = static_cast<int>(word >> 2 & 15) - 14;
  return std::ldexp((word & 1) != 0 ? -significand : significand, std::min(exponent, 1));
}

/// As a backward pass rounds it: what is too large is infinite.
std::uint64_t scaled_code(const Format& f, double gradient, float scale) {
  return encode(f, Exact::from_double(gradient) * Exact::from_double(static_cast<double>(scale)), Rule{})
      .code;
}

std::uint64_t planted_code(const Format& f, GradientContent content, std::uint64_t otherwise) {
  switch (content) {
    case GradientContent::plus_infinity:
      return infinity_magnitude(f);
    case GradientContent::minus_infinity:
      return infinity_magnitude(f) | f.sign_mask();
    case GradientContent::nan:
      return alarming_code(f);
    case GradientContent::large:
      return nearest_code(f, largest_value(f) * 0.9);
    case GradientContent::absent:
    case GradientContent::finite:
      break;
  }
  return otherwise;
}

std::string hex_float(double value) {
  std::ostringstream out;
  out << std::hexfloat << value;
  return out.str();
}

}  // namespace

GradScalerOptions options_of(const ScalerOffer& offer, const ScalerCase& c) {
  GradScalerOptions o;
  o.rule.initial = static_cast<double>(c.init_scale);
  o.rule.growth = c.growth;
  o.rule.backoff = c.backoff;
  o.rule.interval = c.interval;
  o.rule.floor = offer.floor;
  o.fused = c.fused;
  o.schedule = offer.schedule.value_or(ScheduleRule::taken);
  return o;
}

std::vector<Gradients> gradients_of(const ScalerOffer& offer, const ScalerCase& c, std::size_t step,
                                    float scale) {
  const Format& f = offer.gradient();
  std::vector<Gradients> all;
  const ScalerCommand& command = c.script[step];
  for (std::size_t t = 0; t < command.gradients.size(); ++t) {
    const DeviceGradients& g = command.gradients[t];
    if (g.content == GradientContent::absent) continue;
    const CounterRandom random(c.seed, 71 + step * 64 + t);
    std::vector<std::uint64_t> values;
    const auto count = static_cast<std::uint64_t>(g.size);
    for (std::uint64_t i = 0; i < std::min(count, different_values); ++i)
      values.push_back(scaled_code(f, true_gradient(random, i), scale));
    Gradients& out = all.emplace_back(Gradients{g.device, g.shard, {}});
    for (std::uint64_t i = 0; i < count; ++i) out.codes.push_back(values[i % different_values]);
    if (g.place < g.size) {
      std::uint64_t& planted = out.codes[static_cast<std::size_t>(g.place)];
      planted = planted_code(f, g.content, planted);
    }
  }
  return all;
}

std::vector<std::uint64_t> outputs_of(const ScalerCase& c, std::size_t step) {
  const CounterRandom random(c.seed, 70);
  std::vector<std::uint64_t> codes;
  for (std::uint64_t i = 0; i < 5; ++i)
    codes.push_back(nearest_code(formats::fp32, true_gradient(random, step * 8 + i)));
  return codes;
}

std::string case_text(const ScalerCase& c) {
  std::string text = "init_scale " + hex_float(static_cast<double>(c.init_scale)) + ", growth " +
                     hex_float(c.growth) + ", backoff " + hex_float(c.backoff) + ", interval " +
                     std::to_string(c.interval);
  for (int i = 0; i < most_optimizers; ++i) {
    if ((c.fused >> i & 1) != 0) text += ", optimizer " + std::to_string(i) + " fused";
  }
  if (c.lead != 0) text += ", " + std::to_string(c.lead) + " past a 64-byte boundary";
  if (c.late >= 0) text += ", shard " + std::to_string(c.late) + " late";
  return text + ": " + script_text(c.script);
}

}  // namespace ulpgate::scaler
