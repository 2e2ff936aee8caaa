#include "reference/oracles/quantize/block_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate::quantize {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

/// min with FLT_MAX; which NaN loses, or wins.
float held(float x, bool nan_loses) {
  if (std::isnan(x)) return nan_loses ? FLT_MAX : x;
  return std::min(x, FLT_MAX);
}

float down_to_power_of_two(float s) { return number(code_of(s) & 0xFF800000U); }

float of_current(const Recipe& r, float amax) {
  const Steps steps(r.flush_to_zero);
  const float max = largest_number(*r.element);
  if (r.current == CurrentRule::torchao) {
    const double quotient = static_cast<double>(max) / std::max<double>(amax, 1e-12);
    return std::isnan(amax) ? not_a_number : static_cast<float>(quotient);
  }
  const float a = amax < r.epsilon ? r.epsilon : amax;
  if (r.current == CurrentRule::transformer_engine_python) {
    if (std::isnan(a)) return not_a_number;
    if (a == infinite) return 0;
  }
  if (steps.kept(a) == 0 || !std::isfinite(a)) return 1;
  float s = steps.quotient(max, a);
  if (s == infinite) s = r.infinite_scale;
  return r.power_of_two ? down_to_power_of_two(s) : s;
}

/// Scale bytes of the rules that work on the bits of amax.
std::uint8_t of_exponent_field(const Recipe& r, float amax) {
  std::uint32_t bits = code_of(amax);
  if (std::isnan(amax)) return 0xFF;
  if (r.mx == MxRule::torchao_even) bits += std::uint32_t{1} << (22 - r.element->significand_bits);
  int field = static_cast<int>(bits >> 23);
  if (field == 0xFF) return 0xFF;
  if (r.mx == MxRule::torchao_ceil && (bits & 0x7FFFFFU) != 0) ++field;
  return static_cast<std::uint8_t>(std::max(field - largest_exponent(*r.element), 0));
}

Rule e8m0_rule(MxRule rule) {
  Rule e8m0{.rounding = Rounding::up,
            .overflow = Overflow::saturate,
            .infinity = InfinityRule::nan,
            .nan = NanRule::code,
            .nan_code = 0xFF};
  if (rule == MxRule::transformer_engine) e8m0.infinity = InfinityRule::saturate;
  if (rule == MxRule::onnx_up) e8m0.rounding = Rounding::e8m0_up_field;
  if (rule == MxRule::onnx_nearest) e8m0.rounding = Rounding::e8m0_nearest_field;
  if (rule == MxRule::onnx_down) e8m0.rounding = Rounding::toward_zero;
  return e8m0;
}

float of_e4m3(std::uint64_t code) { return static_cast<float>(to_double(formats::e4m3, code)); }

std::uint64_t to_e4m3(float x) {
  const Rule satfinite{.overflow = Overflow::saturate,
                       .infinity = InfinityRule::saturate,
                       .nan = NanRule::code,
                       .nan_code = 0x7F};
  return encode(formats::e4m3, unpack(formats::fp32, code_of(x)), satfinite).code;
}

bool nan_loses(const Recipe& r) { return r.nvfp4 == Nvfp4Rule::transformer_engine; }

BlockScale of_nvfp4(const Recipe& r, float amax, float global) {
  const Steps steps(r.flush_to_zero);
  BlockScale out;
  out.stored = to_e4m3(nvfp4_before_rounding(r, amax, global));
  const float s = of_e4m3(out.stored);
  if (r.nvfp4 == Nvfp4Rule::torchao) {
    const float p = steps.quotient(global, 2688);
    out.factor = steps.quotient(steps.quotient(1, p), s);
    return out;
  }
  const float inverse = steps.quotient(1, nvfp4_encode_scale(r, global));
  out.factor = held(steps.quotient(1, steps.product(s, inverse)), nan_loses(r));
  if (r.fast_math) {
    const std::uint64_t code = encode(formats::bf16, unpack(formats::fp32, code_of(out.factor)), Rule{}).code;
    out.factor = static_cast<float>(to_double(formats::bf16, code));
  }
  return out;
}

}  // namespace

float amax_of(std::span<const float> x, AmaxNan nan) {
  // Magnitudes are ordered as their bits are; those of NaN are above infinity's.
  std::uint32_t most = 0;
  constexpr std::uint32_t infinity = 0x7F800000U;
  for (const float v : x) {
    const std::uint32_t magnitude = code_of(v) & 0x7FFFFFFFU;
    const std::uint32_t counted = nan == AmaxNan::ignored && magnitude > infinity ? 0 : magnitude;
    most = counted > most ? counted : most;
  }
  return most > infinity ? not_a_number : number(most);
}

float current_scale(const Recipe& recipe, float amax) { return of_current(recipe, amax); }

std::uint8_t mx_byte(const Recipe& r, float amax) {
  const Steps steps(r.flush_to_zero);
  const float max = largest_number(*r.element);
  float v = 0;
  switch (r.mx) {
    case MxRule::torchao_floor:
    case MxRule::torchao_ceil:
    case MxRule::torchao_even:
    case MxRule::ocp:
      return of_exponent_field(r, amax);
    case MxRule::transformer_engine:
    case MxRule::torchao_rceil:
      v = steps.product(amax, 1 / max);
      break;
    case MxRule::onnx_up:
    case MxRule::onnx_nearest:
    case MxRule::onnx_down:
      v = steps.quotient(amax, max);
      break;
  }
  return static_cast<std::uint8_t>(
      encode(formats::e8m0, unpack(formats::fp32, code_of(v)), e8m0_rule(r.mx)).code);
}

float mx_factor(std::uint8_t byte) {
  if (byte == 0xFF) return not_a_number;
  return std::ldexp(1.0F, 127 - byte);
}

float nvfp4_encode_scale(const Recipe& r, float global) {
  const float s = held(Steps(r.flush_to_zero).quotient(2688, global), nan_loses(r));
  return Steps(r.flush_to_zero).kept(global) == 0 || s == 0 ? 1 : s;
}

float nvfp4_before_rounding(const Recipe& r, float amax, float global) {
  const Steps steps(r.flush_to_zero);
  if (r.nvfp4 == Nvfp4Rule::torchao) {
    const float scaled = steps.quotient(steps.quotient(amax, 6), steps.quotient(global, 2688));
    return std::isnan(scaled) ? scaled : std::clamp(scaled, 0x1p-6F, 448.0F);
  }
  return held(steps.product(amax, steps.product(nvfp4_encode_scale(r, global), 1 / 6.0F)), nan_loses(r));
}

BlockScale block_scale(const Recipe& r, float amax, float global) {
  switch (r.scales) {
    case ScaleKind::given:
      break;
    case ScaleKind::current: {
      const float s = current_scale(r, amax);
      return {.factor = s, .stored = code_of(Steps(r.flush_to_zero).quotient(1, s))};
    }
    case ScaleKind::mx: {
      const std::uint8_t byte = mx_byte(r, amax);
      return {.factor = mx_factor(byte), .stored = byte, .any_stored = r.mx == MxRule::ocp && amax == 0};
    }
    case ScaleKind::nvfp4:
      return of_nvfp4(r, amax, global);
  }
  return {};
}

Expected element(const Recipe& r, const BlockScale& scale, float x, std::uint64_t random) {
  const Steps steps(r.flush_to_zero);
  const bool divides = r.scales == ScaleKind::given && r.given == GivenRule::divide;
  float t = divides ? steps.quotient(x, scale.factor) : steps.product(x, scale.factor);
  // IEEE 754 leaves the sign of a NaN open, machines differ.
  if (std::isnan(t)) t = std::isnan(x) ? x : not_a_number;
  return encode(*r.element, unpack(formats::fp32, code_of(t)), r.cast, random);
}

}  // namespace ulpgate::quantize
