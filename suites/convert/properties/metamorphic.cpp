// Properties that need no right answer: order, sign, and the way there and back.
#include <algorithm>

#include "reference/formats/encode.h"
#include "reference/formats/ulp.h"
#include "suites/convert/property.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {
namespace {

/// Whether a and b are the same number (NaN is none).
bool same_value(const Format& fa, std::uint64_t a, const Format& fb, std::uint64_t b) {
  Unpacked x = unpack(fa, a), y = unpack(fb, b);
  if (x.number_class != y.number_class || x.number_class == NumberClass::nan) return false;
  if (x.negative != y.negative) return false;
  if (x.number_class != NumberClass::finite) return true;
  while (x.significand % 2 == 0) {
    x.significand /= 2;
    ++x.exponent;
  }
  while (y.significand % 2 == 0) {
    y.significand /= 2;
    ++y.exponent;
  }
  return x.significand == y.significand && x.exponent == y.exponent;
}

bool holds_exactly(const Format& to, const Format& from, std::uint64_t code) {
  if (!is_finite(from, code) || to.kind == FormatKind::integer) return false;
  Rule rule{
      .rounding = Rounding::toward_zero, .overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  const std::uint64_t nearest = encode(to, unpack(from, code), rule).code;
  return same_value(from, code, to, nearest);
}

const ConvertOffer* way_back(const ConvertOffer& offer, const Peers& peers) {
  for (const ConvertOffer* other : peers.others) {
    if (other->unclaimed.empty() && other->from == offer.to && other->to == offer.from &&
        other->rule.subnormals == Subnormals::kept) {
      return other;
    }
  }
  return nullptr;
}

}  // namespace

CaseJudgement judge_monotone(const Runner& runner, const Peers&, const ConvertCase& c) {
  // In the order of the inputs' values, so that neighbours can be compared.
  std::vector<std::pair<std::int64_t, std::uint64_t>> by_value;
  // Claims that saturate infinities and let finite values overflow are not monotone at the end, by their own
  // word.
  const Rule& rule = runner.offer().rule;
  const bool skips_infinity = rule.infinity == InfinityRule::saturate && rule.overflow != Overflow::saturate;
  for (std::uint64_t code : c.inputs) {
    if (skips_infinity && is_infinity(runner.from(), code)) continue;
    if (const auto place = ordinal(runner.from(), code)) by_value.emplace_back(*place, code);
  }
  std::stable_sort(by_value.begin(), by_value.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  ConvertCase sorted = c;
  sorted.inputs.clear();
  for (const auto& [place, code] : by_value) sorted.inputs.push_back(code);
  const CaseRun run = runner.run(sorted);
  if (auto problem = call_problem(run)) return *problem;

  const bool by_magnitude = runner.from().has_sign && !runner.to().has_sign &&
                            runner.offer().rule.negative == NegativeRule::magnitude;
  CaseJudgement j;
  std::optional<std::size_t> previous;  // the last input with a number as its result
  for (std::size_t i = 0; i < sorted.inputs.size(); ++i) {
    if (by_magnitude && by_value[i].first < 0) continue;
    const auto place = ordinal(runner.to(), run.outputs[i]);
    if (!place) continue;
    if (previous) {
      ++j.judged;
      if (*place < *ordinal(runner.to(), run.outputs[*previous]) && j.failed++ == 0) {
        const auto at = std::find(c.inputs.begin(), c.inputs.end(), sorted.inputs[i]) - c.inputs.begin();
        j.finding =
            Finding{static_cast<std::size_t>(at), sorted.inputs[i], run.outputs[i], run.outputs[*previous],
                    "the smaller input " + shown_text(runner.from(), sorted.inputs[*previous]) +
                        " gave the larger " + shown_text(runner.to(), run.outputs[*previous])};
      }
    }
    previous = i;
  }
  return j;
}

CaseJudgement judge_symmetry(const Runner& runner, const Peers&, const ConvertCase& c) {
  const std::uint64_t sign = runner.from().sign_mask();
  ConvertCase kept = c;
  // The zero of an fnuz format has no negative: that code is its NaN.
  std::erase_if(kept.inputs, [&](std::uint64_t code) {
    return is_nan(runner.from(), code) || is_nan(runner.from(), code ^ sign);
  });
  ConvertCase negated = kept;
  for (std::uint64_t& code : negated.inputs) code ^= sign;
  const CaseRun plus = runner.run(kept);
  const CaseRun minus = runner.run(negated);
  for (const CaseRun* run : {&plus, &minus}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  for (std::size_t i = 0; i < kept.inputs.size(); ++i) {
    const std::uint64_t a = comparable(runner.to(), plus.outputs[i]),
                        b = comparable(runner.to(), minus.outputs[i]);
    ++j.judged;
    const bool both_nan = is_nan(runner.to(), a) && is_nan(runner.to(), b);
    const bool zero_without_sign = a == 0 && b == 0 && !runner.to().has_negative_zero;
    if (both_nan || zero_without_sign || (a ^ b) == runner.to().sign_mask()) continue;
    if (j.failed++ == 0) {
      j.finding = Finding{i, kept.inputs[i], a, b ^ runner.to().sign_mask(),
                          "the negated input gave " + shown_text(runner.to(), b)};
    }
  }
  return j;
}

bool roundtrip_applies(const ConvertOffer& offer, const Peers& peers) {
  if (offer.rule.subnormals == Subnormals::flushed) return false;
  // Narrowing: the target's values come through; widening: all values do, and back.
  return offer.to->precision() <= offer.from->precision() || way_back(offer, peers) != nullptr;
}

CaseJudgement judge_roundtrip(const Runner& runner, const Peers& peers, const ConvertCase& c) {
  ConvertCase kept = c;
  std::erase_if(kept.inputs, [&](std::uint64_t code) {
    const bool sign_lost = !runner.to().has_sign && (code & runner.from().sign_mask()) != 0;
    return sign_lost || !holds_exactly(runner.to(), runner.from(), code);
  });
  const CaseRun there = runner.run(kept);
  if (auto problem = call_problem(there)) return *problem;
  CaseJudgement j;
  const auto compare = [&](const Format& f, const std::vector<std::uint64_t>& outputs, const char* way) {
    for (std::size_t i = 0; i < kept.inputs.size(); ++i) {
      ++j.judged;
      if (same_value(runner.from(), kept.inputs[i], f, outputs[i])) continue;
      if (j.failed++ == 0) {
        j.finding = Finding{
            i, kept.inputs[i], there.outputs[i], kept.inputs[i],
            std::string("a value that both formats hold changed ") + way + ": " + shown_text(f, outputs[i])};
      }
    }
  };
  compare(runner.to(), there.outputs, "on the way");
  const ConvertOffer* back_offer = way_back(runner.offer(), peers);
  if (back_offer == nullptr || j.failed != 0) return j;
  ConvertCase again = kept;
  again.inputs = there.outputs;
  const CaseRun back = Runner(*peers.implementation, *back_offer).run(again);
  if (auto problem = call_problem(back)) return *problem;
  compare(runner.from(), back.outputs, "on the way back");
  return j;
}

namespace {

bool same_rule_but_nan(const Rule& a, const Rule& b) {
  return a.rounding == b.rounding && a.overflow == b.overflow && a.infinity == b.infinity &&
         a.negative == b.negative && a.zero == b.zero && a.subnormals == b.subnormals;
}

const ConvertOffer* wider_sibling(const ConvertOffer& offer, const Peers& peers) {
  for (const ConvertOffer* other : peers.others) {
    if (other->unclaimed.empty() && other->to == offer.to && other->from != offer.from &&
        other->from->is_floating() && other->from->precision() > offer.from->precision() &&
        other->from->exponent_bits >= offer.from->exponent_bits &&
        same_rule_but_nan(other->rule, offer.rule)) {
      return other;
    }
  }
  return nullptr;
}

}  // namespace

bool commute_applies(const ConvertOffer& offer, const Peers& peers) {
  return offer.from->is_floating() && wider_sibling(offer, peers) != nullptr;
}

CaseJudgement judge_commute(const Runner& runner, const Peers& peers, const ConvertCase& c) {
  const ConvertOffer* sibling = wider_sibling(runner.offer(), peers);
  if (sibling == nullptr) return {};
  const Rule exact{.rounding = Rounding::toward_zero};
  ConvertCase narrow = c, wide = c;
  narrow.inputs.clear();
  wide.inputs.clear();
  for (std::uint64_t code : c.inputs) {
    if (is_nan(runner.from(), code)) continue;
    narrow.inputs.push_back(code);
    wide.inputs.push_back(encode(*sibling->from, unpack(runner.from(), code), exact).code);
  }
  const CaseRun a = runner.run(narrow);
  const CaseRun b = Runner(*peers.implementation, *sibling).run(wide);
  return compare_runs(runner, narrow, a, b, "from the same number in " + std::string(sibling->from->name));
}

}  // namespace ulpgate::convert
