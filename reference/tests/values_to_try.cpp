#include "reference/tests/values_to_try.h"

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

constexpr Rounding roundings[] = {
    Rounding::nearest_even, Rounding::toward_zero,        Rounding::nearest_away,  Rounding::up,
    Rounding::down,         Rounding::e8m0_nearest_field, Rounding::e8m0_up_field,
};

/// What does not concern finite values, and is valid for every target and source.
Rule neutral(const Format& to, Rounding rounding, Overflow overflow) {
  return {.rounding = rounding,
          .overflow = overflow,
          .infinity = InfinityRule::saturate,
          .nan = to.has_nan() ? NanRule::any : NanRule::max_positive};
}

void add_if_valid(std::vector<Rule>& rules, const Format& to, const Rule& rule) {
  if (check_rule(formats::fp64, to, rule).empty()) rules.push_back(rule);
}

}  // namespace

Exact upper_neighbour(const Format& f, std::uint64_t magnitude) {
  if (magnitude < max_finite_magnitude(f)) return Exact::from_code(f, magnitude + f.code_step());
  const Exact largest = Exact::from_code(f, magnitude);
  if (f.kind == FormatKind::exponent_only) return largest.scaled(1);
  return largest + largest - Exact::from_code(f, magnitude - f.code_step());
}

std::vector<Exact> points_above(const Format& f, std::uint64_t magnitude) {
  const Exact lower = Exact::from_code(f, magnitude);
  const Exact gap = upper_neighbour(f, magnitude) - lower;
  const Exact tiny = gap.scaled(-60);
  const Exact middle = lower + gap.scaled(-1);
  const Exact finest = gap.scaled(-70);  // below the 64 bits that the encoder sees
  return {lower,
          lower + tiny,
          lower + gap.scaled(-2),
          middle - tiny,
          middle,
          middle + tiny,
          lower + gap - gap.scaled(-2),
          lower + gap - tiny,
          lower + finest,
          middle - finest,
          middle + finest};
}

std::vector<Exact> points_outside(const Format& f) {
  const Exact end = upper_neighbour(f, max_finite_magnitude(f));
  std::vector<Exact> points{end,
                            end + end.scaled(-60),
                            end.scaled(1),
                            end.scaled(70),
                            Exact::power_of_two(5000),
                            Exact::power_of_two(-5000)};
  const Exact smallest = Exact::power_of_two(f.quantum_exponent());
  for (const int k : {-1, -2, -63, -64, -65, -66, -127, -128, -129, -200}) {
    points.push_back(smallest.scaled(k));
    points.push_back(smallest.scaled(k) + smallest.scaled(k - 100));
  }
  return points;
}

std::vector<Rule> finite_rules(const Format& to) {
  std::vector<Rule> rules;
  for (const Rounding rounding : roundings) {
    for (const Overflow overflow :
         {Overflow::infinity, Overflow::saturate, Overflow::nan, Overflow::nan_signed}) {
      for (const Subnormals subnormals : {Subnormals::kept, Subnormals::flushed}) {
        for (const NegativeRule negative : {NegativeRule::magnitude, NegativeRule::zero, NegativeRule::nan}) {
          if (to.has_sign && negative != NegativeRule::magnitude) continue;
          for (const ZeroRule zero : {ZeroRule::smallest, ZeroRule::nan}) {
            if (to.kind != FormatKind::exponent_only && zero != ZeroRule::smallest) continue;
            Rule rule = neutral(to, rounding, overflow);
            rule.subnormals = subnormals;
            rule.negative = negative;
            rule.zero = zero;
            add_if_valid(rules, to, rule);
          }
        }
      }
    }
  }
  return rules;
}

std::vector<Rule> rounding_rules(const Format& to) {
  std::vector<Rule> rules;
  for (const Rounding rounding : roundings)
    add_if_valid(rules, to, neutral(to, rounding, Overflow::saturate));
  return rules;
}

}  // namespace ulpgate
