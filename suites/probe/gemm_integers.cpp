// Sums of integer operands: what they are kept in, and what happens beyond it.
#include <array>
#include <cmath>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {
namespace {

/// Calls are long here, so they are narrow.
constexpr std::int64_t narrow = 2;
constexpr std::int64_t longest = std::int64_t{1} << 18;

/// The largest products of both signs; the negative one is missing where no operand has a sign.
struct Extremes {
  Factors positive;
  std::optional<Factors> negative;
  std::int64_t size = 0;
};

Extremes extremes(const Format& a, const Format& b) {
  const std::uint64_t x = Format::ones(a.significand_bits), y = Format::ones(b.significand_bits);
  Extremes e{{x, y}, {}, static_cast<std::int64_t>(x * y)};
  if (a.has_sign)
    e.negative = Factors{(~x + 1) & a.code_mask(), y};
  else if (b.has_sign)
    e.negative = Factors{x, (~y + 1) & b.code_mask()};
  return e;
}

void fill(Dot& dot, std::int64_t first, std::int64_t count, const Factors& factors) {
  for (std::int64_t i = 0; i < count; ++i) dot.push_back({first + i, factors});
}

/// Whether 1 survives next to 2^24, which fp32 would not keep. nullopt where nothing is negative.
std::optional<bool> keeps_25_bits(Context& c, const Extremes& e) {
  if (!e.negative) return std::nullopt;
  const std::int64_t count = (std::int64_t{1} << 25) / e.size + 1;
  if (count > longest) return std::nullopt;
  Dot dot;
  fill(dot, 0, count, e.positive);
  fill(dot, count, 1, {1, 1});
  fill(dot, count + 1, count, *e.negative);
  Dots dots(c.dots.box(), narrow);
  return dots.values(2 * count + 1, std::array{dot}).front() == 1;
}

/// Whether D holds a sum that fp32 does not.
void probe_result(Context& c, const Extremes& e) {
  const std::int64_t count = ((std::int64_t{1} << 24) / e.size + 1) | 1;
  if (count > longest || e.size % 2 == 0)
    return c.facts.not_observed("result", "no sum is long and odd enough");
  Dot dot;
  fill(dot, 0, count, e.positive);
  const auto sum = static_cast<double>(count * e.size);
  Dots dots(c.dots.box(), narrow);
  const double d = dots.values(count, std::array{dot}).front();
  const std::string value = d == sum                                            ? "exact"
                            : d == static_cast<double>(static_cast<float>(sum)) ? "fp32"
                                                                                : "other";
  c.facts.add(
      "result", value,
      "a sum of " + std::to_string(count * e.size) + " gave " + std::to_string(static_cast<std::int64_t>(d)));
}

void probe_overflow(Context& c, const Extremes& e) {
  const std::int64_t count = (std::int64_t{1} << 31) / e.size + 64;
  if (count > longest) {
    const std::string why = "sums of up to " + std::to_string(longest) + " products stay within int32";
    c.facts.not_observed("accumulator", why);
    return c.facts.not_observed("accumulator_rounding", why);
  }
  Dots dots(c.dots.box(), narrow);
  std::vector<Dot> all(1);
  fill(all[0], 0, count, e.positive);
  const double exact = static_cast<double>(count) * static_cast<double>(e.size);
  if (e.negative) {
    // Beyond int32 on the way, and back.
    for (const bool positive_first : {true, false}) {
      Dot& dot = all.emplace_back();
      fill(dot, 0, count, positive_first ? e.positive : *e.negative);
      fill(dot, count, 2 * (count / 2), positive_first ? *e.negative : e.positive);
    }
  }
  const std::int64_t k = 2 * count;
  const std::vector<double> d = dots.values(k, all);
  const std::string evidence = "a sum of " + std::to_string(static_cast<std::int64_t>(exact)) + " gave " +
                               std::to_string(static_cast<std::int64_t>(d[0])) +
                               " (M = N = " + std::to_string(narrow) + ", K = " + std::to_string(k) + ")";
  const double largest = std::ldexp(1, 31) - 1, wrapped = exact - std::ldexp(1, 32);
  if (d[0] == wrapped || d[0] == static_cast<double>(static_cast<float>(wrapped))) {
    c.facts.add("accumulator", "int32", evidence);
    return c.facts.add("accumulator_rounding", "wrap", evidence);
  }
  if (d[0] != largest) {
    c.facts.add("accumulator", "other", evidence);
    return c.facts.add("accumulator_rounding", "other", evidence);
  }
  c.facts.add("accumulator_rounding", "saturate", evidence);
  if (!e.negative)
    return c.facts.not_observed("accumulator", "no negative product brings a sum back into range");
  const std::int64_t odd = count % 2;
  const auto rest = static_cast<double>(odd * e.size);
  const bool back = d[1] == rest && d[2] == -rest;
  c.facts.add("accumulator", back ? "exact" : "int32",
              evidence + (back ? "; sums that came back into range were exact"
                               : "; a sum that came back into range had been cut"));
}

}  // namespace

void probe_integers(Context& c) {
  const Extremes e = extremes(*c.reach.a, *c.reach.b);
  const auto keeps = keeps_25_bits(c, e);
  if (keeps && !*keeps) {
    c.facts.add("accumulator", "fp32", "1 was lost next to a sum beyond 2^24");
  } else if (c.reach.d->kind == FormatKind::integer) {
    probe_result(c, e);
    probe_overflow(c, e);
  } else if (keeps) {
    c.facts.add("accumulator", "exact", "1 survived next to a sum beyond 2^24");
  } else {
    c.facts.not_observed("accumulator", "no sum comes back from beyond 2^24");
  }
  for (const char* name : {"order", "tree", "block", "promotion", "partials"})
    c.facts.not_observed(name, "integer sums do not depend on it");
}

}  // namespace ulpgate::probe::box
