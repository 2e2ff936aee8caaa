#include "reference/twins/quantize.h"

#include "reference/exact/exact.h"
#include "reference/twins/encode.h"
#include "reference/twins/fp32_steps.h"

namespace ulpgate {
namespace {

using namespace quantize;
using namespace twin;

std::uint32_t rounded32(const Rational& magnitude) {
  return static_cast<std::uint32_t>(nearest(formats::fp32, false, magnitude));
}

std::uint32_t whole(int n) { return rounded32(Rational(n)); }

Rational largest(const Format& f) { return twin_line(f).at(twin_line(f).last()); }
std::uint32_t largest32(const Format& f) { return rounded32(largest(f)); }

TwinValue value(std::uint32_t code) { return twin_decode(formats::fp32, code); }
std::uint32_t from_float(float x) {
  return static_cast<std::uint32_t>(
      Exact::from_double(x).is_zero() ? 0 : encode(formats::fp32, Exact::from_double(x), Rule{}).code);
}

std::uint32_t least(std::uint32_t x, bool nan_loses) {
  if (is_nan32(x)) return nan_loses ? fp32_largest : x;
  return less32(fp32_largest, x) ? fp32_largest : x;
}

std::uint8_t clamped_byte(int exponent) {
  if (exponent < -127) return 0;
  return static_cast<std::uint8_t>(exponent > 127 ? 254 : exponent + 127);
}

/// 2^128 and above.
bool beyond_range(const Rational& magnitude) { return compare(magnitude, Rational::power_of_two(128)) >= 0; }

std::uint8_t byte_of_exponent(const Recipe& r, const Rational& amax) {
  if (amax == Rational(0)) return 0;
  Rational counted = amax;
  if (r.mx == MxRule::torchao_even)
    counted = amax + Rational::power_of_two(floor_exponent(amax) - r.element->significand_bits - 1);
  if (beyond_range(counted)) return 0xFF;
  int e = floor_exponent(counted);
  if (r.mx == MxRule::torchao_ceil && !(Rational::power_of_two(e) == counted)) ++e;
  return clamped_byte(e - floor_exponent(largest(*r.element)));
}

std::uint8_t byte_of_quotient(MxRule rule, std::uint32_t v) {
  const bool saturates = rule == MxRule::transformer_engine;
  if (value(v).number_class == NumberClass::infinity) return saturates ? 0xFE : 0xFF;
  const Rational x = value(v).magnitude;
  if (x == Rational(0)) return 0;
  const int e = floor_exponent(x);
  const bool power = Rational::power_of_two(e) == x;
  if (rule == MxRule::onnx_down) return clamped_byte(e);
  if (rule == MxRule::onnx_up) return e < -126 ? 1 : clamped_byte(power ? e : e + 1);
  if (rule == MxRule::onnx_nearest) {
    if (e < -126) return compare(x, Rational::power_of_two(-127)) > 0 ? 1 : 0;
    return clamped_byte(compare(x * 2, Rational(3) * Rational::power_of_two(e)) >= 0 ? e + 1 : e);
  }
  return clamped_byte(power ? e : e + 1);
}

std::uint8_t byte_of(const Recipe& r, std::uint32_t amax) {
  const Fp32Steps steps(r.flush_to_zero);
  const TwinValue a = value(amax);
  const std::uint32_t max = largest32(*r.element);
  if (a.number_class == NumberClass::nan) return 0xFF;
  switch (r.mx) {
    case MxRule::transformer_engine:
    case MxRule::torchao_rceil:
      return byte_of_quotient(r.mx, steps.product(amax, steps.quotient(fp32_one, max)));
    case MxRule::onnx_up:
    case MxRule::onnx_nearest:
    case MxRule::onnx_down:
      return byte_of_quotient(r.mx, steps.quotient(amax, max));
    default:
      return a.number_class == NumberClass::infinity ? 0xFF : byte_of_exponent(r, a.magnitude);
  }
}

std::uint32_t nvfp4_scale(const Recipe& r, std::uint32_t global, bool nan_loses) {
  const Fp32Steps steps(r.flush_to_zero);
  const std::uint32_t s = least(steps.quotient(whole(2688), global), nan_loses);
  return is_zero32(steps.kept(global)) || is_zero32(s) ? fp32_one : s;
}

std::uint64_t e4m3_code(std::uint32_t x) {
  if (is_nan32(x)) return 0x7F;
  if (less32(whole(448), x)) return 0x7E;
  return nearest(formats::e4m3, false, value(x).magnitude);
}

TwinBlockScale of_nvfp4(const Recipe& r, std::uint32_t amax, std::uint32_t global) {
  const Fp32Steps steps(r.flush_to_zero);
  const bool nan_loses = r.nvfp4 == Nvfp4Rule::transformer_engine;
  TwinBlockScale out;
  if (r.nvfp4 == Nvfp4Rule::torchao) {
    const std::uint32_t p = steps.quotient(global, whole(2688));
    std::uint32_t s = steps.quotient(steps.quotient(amax, whole(6)), p);
    const std::uint32_t smallest = rounded32(Rational::power_of_two(-6));
    if (!is_nan32(s) && less32(s, smallest)) s = smallest;
    out.stored = e4m3_code(s);
    out.factor = steps.quotient(steps.quotient(fp32_one, p), widened(formats::e4m3, out.stored));
    return out;
  }
  const std::uint32_t encode_scale = nvfp4_scale(r, global, nan_loses);
  const std::uint32_t sixth = steps.quotient(fp32_one, whole(6));
  out.stored = e4m3_code(least(steps.product(amax, steps.product(encode_scale, sixth)), nan_loses));
  const std::uint32_t inverse = steps.quotient(fp32_one, encode_scale);
  const std::uint32_t decode_scale = steps.product(widened(formats::e4m3, out.stored), inverse);
  out.factor = least(steps.quotient(fp32_one, decode_scale), nan_loses);
  if (r.fast_math && !is_nan32(out.factor)) {
    const std::uint64_t narrow = nearest(formats::bf16, false, value(out.factor).magnitude);
    out.factor = widened(formats::bf16, narrow);
  }
  return out;
}

}  // namespace

std::uint32_t twin_amax(std::span<const std::uint32_t> x, AmaxNan nan) {
  std::uint32_t most = 0;
  for (std::uint32_t v : x) {
    if (is_nan32(v)) {
      if (nan == AmaxNan::propagates) return fp32_nan;
      continue;
    }
    if (value(v).negative) v -= 0x80000000U;
    if (less32(most, v)) most = v;
  }
  return most;
}

std::uint32_t twin_current_scale(const Recipe& r, std::uint32_t amax) {
  const Fp32Steps steps(r.flush_to_zero);
  const std::uint32_t max = largest32(*r.element);
  const TwinValue a = value(amax);
  const bool python = r.current == CurrentRule::transformer_engine_python;
  if (r.current == CurrentRule::torchao) {
    if (a.number_class == NumberClass::nan) return fp32_nan;
    if (a.number_class == NumberClass::infinity) return 0;
    const Exact smallest = Exact::from_double(1e-12);
    Rational low(smallest.significand());
    low = low * Rational::power_of_two(smallest.exponent());
    const Rational divisor = compare(a.magnitude, low) > 0 ? a.magnitude : low;
    const std::uint64_t wide = nearest(formats::fp64, false, largest(*r.element) / divisor);
    return rounded32(twin_decode(formats::fp64, wide).magnitude);
  }
  if (a.number_class == NumberClass::nan) return python ? fp32_nan : fp32_one;
  const std::uint32_t epsilon = from_float(r.epsilon);
  const std::uint32_t counted = less32(amax, epsilon) ? epsilon : amax;
  if (value(counted).number_class == NumberClass::infinity) return python ? 0 : fp32_one;
  if (is_zero32(steps.kept(counted))) return fp32_one;
  std::uint32_t s = steps.quotient(max, counted);
  if (value(s).number_class == NumberClass::infinity) s = from_float(r.infinite_scale);
  if (r.power_of_two && !is_zero32(s))
    s = rounded32(Rational::power_of_two(floor_exponent(value(s).magnitude)));
  return s;
}

TwinBlockScale twin_block_scale(const Recipe& r, std::uint32_t amax, std::uint32_t global) {
  const Fp32Steps steps(r.flush_to_zero);
  switch (r.scales) {
    case ScaleKind::given:
      break;
    case ScaleKind::current: {
      const std::uint32_t s = twin_current_scale(r, amax);
      return {s, steps.quotient(fp32_one, s), false};
    }
    case ScaleKind::mx: {
      const std::uint8_t byte = byte_of(r, amax);
      const std::uint32_t factor = byte == 0xFF ? fp32_nan : rounded32(Rational::power_of_two(127 - byte));
      return {factor, byte, r.mx == MxRule::ocp && is_zero32(amax)};
    }
    case ScaleKind::nvfp4:
      return of_nvfp4(r, amax, global);
  }
  return {};
}

Expected twin_element(const Recipe& r, std::uint32_t factor, std::uint32_t x, std::uint64_t random) {
  const Fp32Steps steps(r.flush_to_zero);
  const bool divides = r.scales == ScaleKind::given && r.given == GivenRule::divide;
  const std::uint32_t t = divides ? steps.quotient(x, factor) : steps.product(x, factor);
  const bool keeps = is_nan32(t) && is_nan32(x);
  return twin_encode(*r.element, Exact::from_code(formats::fp32, keeps ? x : t), r.cast, random);
}

std::uint32_t twin_dequantized(const Dequantize& d, std::uint64_t code, std::uint64_t scale,
                               std::uint32_t global) {
  const Fp32Steps steps(d.flush_to_zero);
  const std::uint32_t q = widened(*d.element, code);
  const std::uint32_t s = d.rule == DequantizeRule::fp32 ? static_cast<std::uint32_t>(scale)
                                                         : widened(scale_format(d.rule), scale);
  switch (d.rule) {
    case DequantizeRule::fp32:
    case DequantizeRule::e8m0:
      return steps.product(q, s);
    case DequantizeRule::nvfp4_reference: {
      const Recipe recipe{.flush_to_zero = d.flush_to_zero};
      const std::uint32_t inverse = steps.quotient(fp32_one, nvfp4_scale(recipe, global, true));
      return steps.product(steps.product(q, s), inverse);
    }
    case DequantizeRule::nvfp4_kernel: {
      const std::uint32_t inverse = steps.quotient(fp32_one, whole(2688));
      return steps.product(q, steps.product(steps.product(s, global), inverse));
    }
    case DequantizeRule::nvfp4_torchao:
      return steps.product(q, steps.product(steps.quotient(global, whole(2688)), s));
  }
  return 0;
}

TwinDelayedState twin_updated(const DelayedRecipe& r, const TwinDelayedState& before, int margin,
                              std::optional<std::uint32_t> reduced) {
  const Fp32Steps steps(r.flush_to_zero);
  TwinDelayedState after = before;
  const std::size_t length = before.history.size();
  std::vector<std::uint32_t> seen = before.history;
  const bool bulk = r.path == UpdatePath::bulk;
  if (bulk && reduced && !is_zero32(*reduced)) seen[0] = *reduced;
  if (!bulk || !is_zero32(seen[0])) {
    bool lost = false;
    std::uint32_t amax = seen[0];
    if (r.algorithm == HistoryAlgorithm::max) {
      for (const std::uint32_t a : seen) {
        lost = lost || (is_nan32(a) && r.path == UpdatePath::unfused);
        if (!is_nan32(a) && (is_nan32(amax) || less32(amax, a))) amax = a;
      }
    }
    const NumberClass kind = value(amax).number_class;
    if (!lost && kind == NumberClass::finite && !value(amax).negative && !is_zero32(steps.kept(amax))) {
      const std::uint32_t max = largest32(*r.element);
      const std::uint32_t up = rounded32(Rational::power_of_two(margin));
      const std::uint32_t down = rounded32(Rational::power_of_two(-margin));
      const std::uint32_t s = r.path == UpdatePath::unfused ? steps.quotient(steps.quotient(max, amax), up)
                                                            : steps.quotient(steps.product(max, down), amax);
      after.scale = value(s).number_class == NumberClass::infinity ? fp32_largest : s;
    }
    for (std::size_t i = 1; i + 1 < length; ++i) after.history[i] = seen[i + 1];
    after.history[length - 1] = seen[0];
    after.history[0] = 0;
  }
  after.scale_inverse = steps.quotient(fp32_one, after.scale);
  return after;
}

}  // namespace ulpgate
