// What becomes of operands before they are multiplied, and of results: conversions (D25 of the field's
// probes), subnormal numbers, the rounding of D.
#include <algorithm>
#include <array>
#include <cmath>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {
namespace {

struct Operand {
  std::string name;
  const Format*
      format;  ///< whose codes are given: fp32 where the operand is tf32, whose padding may hold bits
  const Format* other;
  bool is_a;

  /// significand * 2^exponent, the significand in this operand.
  std::optional<Factors> product(std::uint64_t significand, int exponent, bool negative,
                                 bool subnormals) const {
    auto factors = product_of(*format, *other, negative, significand, exponent, subnormals);
    if (factors && !is_a) std::swap(factors->a, factors->b);
    return factors;
  }
};

const Format& given(const Format& format) { return format.padding_bits > 0 ? formats::fp32 : format; }

Operand operand(const Reach& reach, bool is_a) {
  return {is_a ? "a" : "b", &given(is_a ? *reach.a : *reach.b), is_a ? reach.b : reach.a, is_a};
}

/// The operand's product, and what is subtracted from it. Either may come first in the sum.
struct Order {
  std::int64_t first, second;
};

std::vector<Order> orders(std::int64_t k) { return {{0, 1}, {1, 0}, {0, k - 1}, {k - 1, 0}}; }

/// The largest q for which 1 + 2^-q is kept, and the order that showed it.
struct Bits {
  int kept = 0;
  Order order{0, 1};
};

Bits kept_bits_of(Context& c, const Operand& x) {
  const std::int64_t k = c.options.order_k;
  struct Asked {
    int q;
    Order order;
    double expected;
  };
  std::vector<Dot> dots;
  std::vector<Asked> asked;
  for (int q = 1; q <= x.format->significand_bits; ++q) {
    const auto scale = c.reach.scale(q);
    if (!scale) break;
    const auto wide = x.product((std::uint64_t{1} << q) + 1, scale->small, false, false);
    if (!wide) break;
    for (const Order& order : orders(k)) {
      dots.push_back({{order.first, *wide}, {order.second, c.reach.power(scale->large, true)}});
      asked.push_back({q, order, std::ldexp(1, scale->small)});
    }
  }
  const std::vector<double> d = c.dots.values(k, dots);
  Bits bits;
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (d[i] == asked[i].expected && bits.kept == asked[i].q - 1) bits = {asked[i].q, asked[i].order};
  }
  return bits;
}

/// Results of x = 1 + 1/4, 1/2, 3/4, 3/2 ulps of the operand's conversion and their negatives.
std::optional<Direction> rounding_of(Context& c, const Operand& x, const Bits& bits) {
  const auto scale = c.reach.scale(bits.kept + 2);
  if (!scale || bits.kept + 2 > x.format->significand_bits) return std::nullopt;
  std::vector<Dot> dots;
  for (const bool negative : {false, true}) {
    for (const std::uint64_t quarter : {1U, 2U, 3U, 6U}) {
      const auto wide =
          x.product((std::uint64_t{1} << (bits.kept + 2)) + quarter, scale->small, negative, false);
      if (!wide) return std::nullopt;
      dots.push_back(
          {{bits.order.first, *wide}, {bits.order.second, c.reach.power(scale->large, !negative)}});
    }
  }
  std::vector<double> d = c.dots.values(c.options.order_k, dots);
  std::string seen;
  for (double& value : d) {
    value = std::ldexp(value, -scale->small - 2);
    char text[32];
    std::snprintf(text, sizeof text, "%s%g", seen.empty() ? "" : ", ", value);
    seen += text;
  }
  return Direction{direction(d), "+-(1 + 1/4, 1/2, 3/4, 3/2 ulp of 2^-" + std::to_string(bits.kept) +
                                     ") times 1 gave " + seen + " ulp"};
}

/// Whether a value beyond the range of fp16 passes; nullopt where the formats hold none.
std::optional<bool> passes_beyond_fp16(Context& c, const Operand& x) {
  if (powers_of(*x.format).largest < 18 || powers_of(*x.other).normal > -10) return std::nullopt;
  const auto large = exact_code(*x.format, false, 1, 18), small = exact_code(*x.other, false, 1, -10);
  if (!large || !small) return std::nullopt;
  const Factors factors = x.is_a ? Factors{*large, *small} : Factors{*small, *large};
  const std::array dots{Dot{{0, factors}}};
  return c.dots.values(c.options.order_k, dots).front() == 256;
}

void probe_conversion(Context& c, bool is_a) {
  const Operand x = operand(c.reach, is_a);
  const Bits bits = kept_bits_of(c, x);
  const int own = x.format->significand_bits;
  (is_a ? c.a_bits : c.b_bits) = bits.kept;
  const std::string input = x.name + "_input", rounding = x.name + "_rounding";
  const std::string kept = "1 + 2^-" + std::to_string(bits.kept) + " times 1 kept";
  if (bits.kept >= own) {
    c.facts.add(input, x.format == (is_a ? c.reach.a : c.reach.b) ? "exact" : "fp32", kept);
    c.facts.not_observed(rounding, "nothing is rounded");
    return;
  }
  const std::string lost = kept + ", 1 + 2^-" + std::to_string(bits.kept + 1) + " not";
  if (!c.accumulator || c.accumulator->limited || bits.kept >= c.accumulator->bits) {
    const std::string why = "no sum shows more bits of it than the accumulator keeps: " + lost;
    c.facts.not_observed(input, why);
    c.facts.not_observed(rounding, why);
    return;
  }
  std::string name = bits.kept == 23   ? "fp32"
                     : bits.kept == 10 ? "tf32"
                     : bits.kept == 7  ? "bf16"
                                       : std::to_string(bits.kept + 1) + " bits";
  std::string evidence = lost;
  if (bits.kept == 10) {
    const auto passes = passes_beyond_fp16(c, x);
    if (passes && !*passes) name = "fp16";
    if (passes) evidence += std::string(", 2^18 ") + (*passes ? "kept" : "not");
  }
  c.facts.add(input, name, evidence);
  if (const auto found = rounding_of(c, x, bits))
    c.facts.add(rounding, found->name, found->evidence);
  else
    c.facts.not_observed(rounding, "the format has no bits below half an ulp of the conversion");
}

/// Whether the largest power of two among subnormal operands counts.
Subnormal subnormal_of(Context& c, bool is_a) {
  const Operand x = operand(c.reach, is_a);
  const Powers own = powers_of(*x.format), other = powers_of(*x.other), d = powers_of(*c.reach.d);
  if (own.quantum >= own.normal) return {{}, "the format has none"};
  const int exponent = own.normal - 1, factor = std::clamp(-exponent, other.normal, other.largest);
  if (exponent + factor < d.normal)
    return {{}, "no factor makes a product of them that D holds as a normal number"};
  const std::uint64_t small = *exact_code(*x.format, false, 1, exponent),
                      large = *exact_code(*x.other, false, 1, factor);
  const std::array dots{Dot{{0, is_a ? Factors{small, large} : Factors{large, small}}}};
  const bool kept = c.dots.values(c.options.order_k, dots).front() == std::ldexp(1, exponent + factor);
  return {kept, "2^" + std::to_string(exponent) + " times 2^" + std::to_string(factor) +
                    (kept ? " arrived" : " did not arrive")};
}

Subnormal output_subnormal(Context& c) {
  const Powers d = powers_of(*c.reach.d);
  if (d.quantum >= d.normal) return {{}, "D's format has none"};
  const auto factors = product_of(*c.reach.a, *c.reach.b, false, 1, d.normal - 1, false);
  if (!factors) return {{}, "no normal operands have so small a product"};
  const std::array dots{Dot{{0, *factors}}};
  const bool kept = c.dots.values(c.options.order_k, dots).front() == std::ldexp(1, d.normal - 1);
  return {kept, "a product of 2^" + std::to_string(d.normal - 1) + (kept ? " arrived" : " did not arrive")};
}

void add(GemmFacts& facts, const std::string& name, const Subnormal& seen) {
  if (seen.kept)
    facts.add(name, *seen.kept ? "kept" : "flushed", seen.evidence);
  else
    facts.not_observed(name, seen.evidence);
}

}  // namespace

void probe_subnormals(Context& c) {
  c.a_subnormal = subnormal_of(c, true);
  c.b_subnormal = subnormal_of(c, false);
  c.d_subnormal = output_subnormal(c);
  c.reach.a_subnormals = c.a_subnormal.kept.value_or(true);
  c.reach.b_subnormals = c.b_subnormal.kept.value_or(true);
  c.reach.d_subnormals = c.d_subnormal.kept.value_or(true);
}

void probe_inputs(Context& c) {
  for (const bool is_a : {true, false}) probe_conversion(c, is_a);
  for (const bool is_a : {true, false}) {
    const std::string name = is_a ? "a" : "b";
    Subnormal seen = is_a ? c.a_subnormal : c.b_subnormal;
    if (c.facts.value(name + "_input") == "fp16" && operand(c.reach, is_a).format->exponent_bits > 5)
      seen = {{}, "fp16, which the operand becomes, does not reach them"};
    add(c.facts, name + "_subnormals", seen);
  }
  add(c.facts, "d_subnormals", c.d_subnormal);
}

void probe_output(Context& c) {
  const std::string name = "d_rounding";
  const int own = c.reach.d->significand_bits;
  if (!c.accumulator || c.accumulator->bits < own + 2)
    return c.facts.not_observed(name, "no sum is known to have bits below half an ulp of D");
  const auto scale = c.reach.scale(own + 2, true);
  if (!scale) return c.facts.not_observed(name, "no products are so far apart");
  std::vector<Dot> dots;
  std::vector<double> large;
  for (const bool negative : {false, true}) {
    for (const std::uint64_t quarter : {1U, 2U, 3U, 6U}) {
      const auto small = c.reach.product(quarter, scale->small, negative);
      if (!small) return c.facts.not_observed(name, "no product is 3/4 of an ulp of D");
      dots.push_back({{0, c.reach.power(scale->large, negative)}, {1, *small}});
      large.push_back(std::ldexp(negative ? -1 : 1, scale->large));
    }
  }
  std::vector<double> d = c.dots.values(c.options.order_k, dots);
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = std::ldexp(d[i] - large[i], -scale->small - 2);
  c.facts.add(name, direction(d), "sums of +-(1 + 1/4, 1/2, 3/4, 3/2 ulp of D)");
}

}  // namespace ulpgate::probe::box
