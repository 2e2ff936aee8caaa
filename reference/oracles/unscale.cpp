#include "reference/oracles/unscale.h"

#include "reference/exact/quotient.h"

namespace ulpgate {
namespace {

Rule rounding(const UnscaleRule& rule) {
  Rule r;
  if (rule.flushes_subnormals) r.subnormals = Subnormals::flushed;
  return r;
}

Exact operand(const Format& format, std::uint64_t code, bool flushes) {
  const Exact x = Exact::from_code(format, code);
  const bool subnormal =
      x.number_class() == NumberClass::finite && x.magnitude_exponent() < format.min_exponent();
  return flushes && subnormal ? Exact(x.negative(), 0, 0) : x;
}

}  // namespace

Expected inverse_scale(std::uint64_t scale) {
  return encode(formats::fp32, quotient(Exact::from_integer(1), Exact::from_code(formats::fp32, scale)),
                Rule{});
}

Unscaled unscale(const UnscaleRule& rule, std::uint64_t gradient, std::uint64_t factor) {
  const Format& from = *rule.gradient;
  const Format& to = rule.output != nullptr ? *rule.output : from;
  const Format& compute = from.name == formats::fp64.name ? formats::fp64 : formats::fp32;
  const bool scaled_finite = is_finite(from, gradient);
  Unscaled result;
  if (Exact::from_code(formats::fp32, factor) == Exact::from_integer(1) && from.name == to.name &&
      rule.unscaling == Unscaling::reciprocal) {
    result.gradient.code = gradient & from.code_mask();
    result.found = !scaled_finite;
    return result;
  }
  const Exact g = operand(from, gradient, rule.flushes_subnormals && from.name == compute.name);
  const Exact f = operand(formats::fp32, factor, rule.flushes_subnormals);
  const Rule r = rounding(rule);
  const Expected once =
      rule.unscaling == Unscaling::division ? encode(compute, quotient(g, f), r) : encode(compute, g * f, r);
  result.gradient = to.name == compute.name ? once : encode(to, Exact::from_code(compute, once.code), r);
  const bool unscaled_finite = is_finite(to, result.gradient.code);
  result.found = (rule.found != FoundAt::unscaled && !scaled_finite) ||
                 (rule.found != FoundAt::scaled && !unscaled_finite);
  return result;
}

}  // namespace ulpgate
