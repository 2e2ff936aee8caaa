#include "suites/probe/extras.h"

#include <algorithm>
#include <map>
#include <set>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/formats/rule.h"
#include "reference/formats/text.h"
#include "suites/probe/numbers.h"
#include "suites/probe/words.h"

namespace ulpgate::probe {
namespace {

/// A word of fp32 whose low bits tf32 does not have.
struct PaddingRule {
  const char* name;
  std::uint64_t (*apply)(std::uint64_t word);
};

constexpr std::uint64_t padding = 0x1FFF, half = 0x1000;
constexpr PaddingRule padding_rules[] = {
    {"truncated", [](std::uint64_t w) { return w & ~padding; }},
    {"nearest_even", [](std::uint64_t w) { return (w + half - 1 + (w >> 13 & 1)) & ~padding; }},
    {"nearest_away", [](std::uint64_t w) { return (w + half) & ~padding; }},
};

/// "0 to 15", "0, 1, 4, 5".
std::string ranges(const std::vector<int>& places) {
  std::string text;
  for (std::size_t i = 0; i < places.size();) {
    std::size_t end = i;
    while (end + 1 < places.size() && places[end + 1] == places[end] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(places[i]);
    if (end > i) text += (end == i + 1 ? ", " : " to ") + std::to_string(places[end]);
    i = end + 1;
  }
  return text;
}

}  // namespace

Finding nan_finding(const Signature& s, const Observed& observed) {
  Finding f;
  f.name = "nan_code";
  std::map<std::uint64_t, std::size_t> first;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (is_nan(*s.output, observed.outputs[i])) first.emplace(observed.outputs[i], i);
  }
  if (first.empty()) {
    f.kind = Finding::Kind::not_observable;
    f.text = "not observable";
    f.evidence = "no result is NaN";
    return f;
  }
  f.kind = first.size() == 1 ? Finding::Kind::found : Finding::Kind::alike;
  std::size_t shown = 0;
  for (const auto& [code, at] : first) {
    f.values.push_back(static_cast<Value>(code));
    if (++shown > 3) continue;
    f.text += (f.text.empty() ? "" : ", ") + to_hex(*s.output, code);
    f.evidence +=
        (f.evidence.empty() ? "" : "; ") + to_text(s, observed.dots[at]) + ": " + to_hex(*s.output, code);
  }
  if (first.size() > 3) f.text += " and others";
  return f;
}

std::vector<Finding> scale_findings(const Instruction& i, const Arithmetic& found) {
  if (i.scale_format == nullptr) return {};
  Dots dots;
  for (int block = 0; block < i.scales(); ++block) {
    DotBuilder all(i);
    for (int at = 0; at < i.k; ++at) all.product(at, {0});
    Dot dot = *all.build();
    dot.a_scales[static_cast<std::size_t>(block)] = *code_of(*i.scale_format, 2);
    dots.push_back(dot);
  }
  const Observed observed = observe(i, std::move(dots));
  const Model model(i, found);
  bool apart = true;
  for (std::size_t at = 0; at < observed.size(); ++at)
    apart = apart && model(observed.dots[at]) == observed.outputs[at];
  const Finding::Kind kind = apart ? Finding::Kind::found : Finding::Kind::not_observable;
  Finding format{"scale_format", kind, std::string(i.scale_format->name),
                 "as given; explains every dot with scales"};
  Finding block{"scale_block", kind, std::to_string(i.scale_block),
                "a scale of 4 in each of " + std::to_string(i.scales()) +
                    " blocks changes that block's products alone"};
  return {std::move(format), std::move(block)};
}

std::optional<Finding> padding_finding(const Instruction& i, const Arithmetic& found) {
  const bool of_a = i.a->name == formats::tf32.name;
  if (!of_a && i.b->name != formats::tf32.name) return std::nullopt;
  // One, and numbers whose last tf32 bit is odd, with every kind of rest.
  Dots dots;
  for (const std::uint64_t word : {0x3F800000U, 0x3F802000U, 0xBF804000U, 0xC0006000U}) {
    for (const std::uint64_t rest : {0x0001U, 0x0FFFU, 0x1000U, 0x1001U, 0x1FFFU}) {
      DotBuilder b(i);
      const std::uint64_t one = 0x3F800000;
      const std::uint64_t of_other = *code_of(of_a ? *i.b : *i.a, 0);
      b.codes(0, of_a ? word | rest : of_other, of_a ? of_other : word | rest);
      if (i.a->name == i.b->name && i.k > 1) b.codes(1, one, word | rest);
      dots.push_back(*b.build());
    }
  }
  const Observed observed = observe(i, std::move(dots));
  const Model model(i, found);
  Finding f;
  f.name = "tf32_padding";
  for (const PaddingRule& rule : padding_rules) {
    std::size_t agreeing = 0;
    for (std::size_t at = 0; at < observed.size(); ++at) {
      Dot dot = observed.dots[at];
      const auto round = [&](const Format& format, std::vector<std::uint64_t>& codes) {
        if (format.name != formats::tf32.name) return;
        for (std::uint64_t& code : codes) code = rule.apply(code);
      };
      round(*i.a, dot.a);
      round(*i.b, dot.b);
      agreeing += model(dot) == observed.outputs[at] ? 1 : 0;
    }
    if (agreeing == observed.size()) f.text = rule.name;
  }
  f.kind = f.text.empty() ? Finding::Kind::alike : Finding::Kind::found;
  if (f.text.empty()) f.text = "neither truncated nor rounded to nearest";
  f.evidence = to_text(i, observed.dots[2]) + ": " + to_decimal(*i.output, observed.outputs[2]) + "; " +
               to_text(i, observed.dots[7]) + ": " + to_decimal(*i.output, observed.outputs[7]);
  return f;
}

std::optional<Finding> steps_finding(const Instruction& i, const Arithmetic& found) {
  if (i.is_integer() || i.k < 2) return std::nullopt;
  Finding f;
  f.name = "steps";
  const Exponents products = product_exponents(i), sums = exponents_of(*i.output);
  const int high = std::min(products.largest, sums.largest - 1);
  const int low = std::max({products.smallest_normal, sums.smallest_normal, high - 120});
  const int apart =
      std::max({found.fraction_bits, found.product_fraction_bits, i.output->significand_bits}) + 3;
  if (high - low < apart || (i.scale_format != nullptr && i.scales() == 1)) {
    f.kind = Finding::Kind::not_observable;
    f.text = "not observable";
    f.evidence = "products do not lie far enough apart to hide each other";
    return f;
  }
  Dots dots;
  for (int at = 0; at < i.k; ++at) {
    DotBuilder b(i);
    const int other = at == 0 ? 1 : 0;
    for (int place = 0; place < i.k; ++place) {
      if (place != at && place != other) b.product(place, {low});
    }
    b.product(other, {high}).product(at, {high, true});
    const auto dot = b.build();
    if (!dot) return std::nullopt;
    dots.push_back(*dot);
  }
  const Observed observed = observe(i, std::move(dots));
  // How many small products are still to come when the second large one is taken.
  std::map<double, std::vector<int>, std::greater<>> steps;
  const auto unit = code_of(*i.output, low);
  for (int at = 0; at < i.k; ++at) {
    const std::uint64_t output = observed.outputs[static_cast<std::size_t>(at)];
    if (!is_finite(*i.output, output)) return std::nullopt;
    steps[to_double(*i.output, output) / to_double(*i.output, *unit)].push_back(at);
  }
  for (const auto& [left, places] : steps) f.text += (f.text.empty() ? "k " : ", then ") + ranges(places);
  if (steps.size() == 1) f.text = "all k in one";
  f.evidence = "2^" + std::to_string(high) + " at k 0 and its opposite at each other k, 2^" +
               std::to_string(low) + " elsewhere: how many of them are left";
  return f;
}

}  // namespace ulpgate::probe
