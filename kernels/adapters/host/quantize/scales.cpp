#include "kernels/adapters/host/quantize/scales.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

namespace ulpgate::host {
namespace {

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
float from_bits(std::uint32_t b) { return std::bit_cast<float>(b); }

/// An fp32 number as a scale byte, up to a power of two; infinity gives `of_infinity`.
std::uint32_t round_up(float v, std::uint32_t of_infinity) {
  if (std::isnan(v)) return 0xFF;
  if (std::isinf(v)) return of_infinity;
  const std::uint32_t field = bits(v) >> 23, fraction = bits(v) & 0x7FFFFF;
  if (field == 0) return fraction > 0x400000 ? 1 : 0;
  return std::min<std::uint32_t>(field + (fraction != 0 ? 1 : 0), 254);
}

std::uint32_t onnx_byte(float v, const std::string& rule) {
  if (!std::isfinite(v)) return 0xFF;
  const std::uint32_t field = bits(v) >> 23, fraction = bits(v) & 0x7FFFFF;
  bool up = false;
  if (rule == "onnx_up") up = fraction != 0;
  if (rule == "onnx_nearest") up = fraction > 0x400000 || (fraction == 0x400000 && field > 0);
  return std::min<std::uint32_t>(field + (up ? 1 : 0), 254);
}

std::uint32_t exponent_byte(const Format& element, float amax, const std::string& rule) {
  if (!std::isfinite(amax)) return 0xFF;
  float counted = amax;
  if (rule == "torchao_even") counted = from_bits(bits(amax) + (1U << 23 >> (element.significand_bits + 1)));
  if (!std::isfinite(counted)) return 0xFF;
  if (std::fpclassify(counted) != FP_NORMAL) return 0;
  int exponent = std::ilogb(counted) - std::ilogb(largest(element));
  if (rule == "torchao_ceil" && counted != std::ldexp(1.0F, std::ilogb(counted))) ++exponent;
  return static_cast<std::uint32_t>(std::clamp(exponent + 127, 0, 254));
}

float inverse_of_byte(std::uint32_t byte) {
  if (byte == 0xFF) return std::numeric_limits<float>::quiet_NaN();
  return byte == 254 ? 0x1p-127F : from_bits((254 - byte) << 23);
}

float at_most(float x, bool nan_wins) {
  if (std::isnan(x)) return nan_wins ? x : FLT_MAX;
  return std::min(x, FLT_MAX);
}

float to_bf16(float x) {
  const std::uint32_t b = bits(x);
  return std::isnan(x) ? x : from_bits((b + 0x7FFF + (b >> 16 & 1)) & 0xFFFF0000U);
}

}  // namespace

ScaleRule current_rule(const Format& element, bool power_of_two, float epsilon) {
  return [most = largest(element), power_of_two, epsilon](float amax, float) {
    if (amax < epsilon) amax = epsilon;
    float s = 1;
    if (amax > 0 && std::isfinite(amax)) s = std::min(most / amax, FLT_MAX);
    if (power_of_two) s = from_bits(bits(s) >> 23 << 23);
    return Scale{s, bits(1 / s)};
  };
}

ScaleRule current_torchao(const Format& element) {
  return [most = static_cast<double>(largest(element))](float amax, float) {
    const double held = static_cast<double>(amax) < 1e-12 ? 1e-12 : static_cast<double>(amax);
    const auto s = static_cast<float>(most / held);
    return Scale{s, bits(1 / s)};
  };
}

ScaleRule mx_rule(const Format& element, const std::string& rule) {
  return [&element, rule](float amax, float) {
    const float most = largest(element);
    std::uint32_t byte = 0;
    if (rule == "transformer_engine") {
      byte = round_up(amax * (1 / most), 254);
    } else if (rule == "torchao_rceil") {
      byte = round_up(amax * (1 / most), 255);
    } else if (rule.starts_with("onnx")) {
      byte = onnx_byte(amax / most, rule);
    } else {
      byte = exponent_byte(element, amax, rule);
    }
    return Scale{inverse_of_byte(byte), byte};
  };
}

ScaleRule nvfp4_rule(bool fast, bool python) {
  return [fast, python](float amax, float global) {
    float encode = at_most(2688 / global, python);
    if (global == 0 || encode == 0) encode = 1;
    const Cast to_e4m3;
    const std::uint8_t code = cast(to_e4m3, at_most(amax * (encode * (1 / 6.0F)), python));
    const float decode = quantized_value(formats::e4m3, code) * (1 / encode);
    const float factor = at_most(1 / decode, python);
    return Scale{fast ? to_bf16(factor) : factor, code};
  };
}

ScaleRule nvfp4_torchao() {
  return [](float amax, float global) {
    const float tensor = global / 2688;
    float s = amax / 6 / tensor;
    if (s < 0x1p-6F) s = 0x1p-6F;
    const std::uint8_t code = cast(Cast(), s);
    return Scale{(1 / tensor) / quantized_value(formats::e4m3, code), code};
  };
}

}  // namespace ulpgate::host
