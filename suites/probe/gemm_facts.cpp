#include "suites/probe/gemm_facts.h"

#include <algorithm>
#include <array>

namespace ulpgate::probe {

const GemmFact* GemmFacts::find(std::string_view name) const {
  for (const GemmFact& fact : facts) {
    if (fact.name == name) return &fact;
  }
  return nullptr;
}

std::string GemmFacts::value(std::string_view name) const {
  const GemmFact* fact = find(name);
  return fact == nullptr ? std::string() : fact->value;
}

void GemmFacts::add(std::string name, std::string value, std::string evidence) {
  for (GemmFact& fact : facts) {
    if (fact.name != name) continue;
    fact.value = std::move(value);
    fact.evidence = std::move(evidence);
    return;
  }
  facts.push_back({std::move(name), std::move(value), std::move(evidence)});
}

void GemmFacts::not_observed(std::string name, std::string why) { add(std::move(name), {}, std::move(why)); }

void GemmFacts::sort() {
  constexpr std::array names{"repeats",
                             "elements",
                             "a_input",
                             "a_rounding",
                             "b_input",
                             "b_rounding",
                             "a_subnormals",
                             "b_subnormals",
                             "products",
                             "accumulator",
                             "accumulator_rounding",
                             "order",
                             "tree",
                             "block",
                             "block_bits",
                             "promotion",
                             "promotion_sum",
                             "promotion_sum_rounding",
                             "split_k",
                             "parts",
                             "joined",
                             "partials",
                             "joining",
                             "joining_rounding",
                             "result",
                             "d_rounding",
                             "d_subnormals",
                             "batch_rows",
                             "batch_columns",
                             "leading_dimensions"};
  // What is said of one K stays together.
  const auto rank = [&](const GemmFact& fact) {
    const std::string_view stem = std::string_view(fact.name).substr(0, fact.name.find('@'));
    const auto at =
        std::find(names.begin(), names.end(), stem == "parts" || stem == "joined" ? "split_k" : stem);
    return at - names.begin();
  };
  std::stable_sort(facts.begin(), facts.end(),
                   [&](const GemmFact& x, const GemmFact& y) { return rank(x) < rank(y); });
}

std::string facts_table(const GemmFacts& facts) {
  const auto shown = [](const GemmFact& fact) {
    return fact.observed() ? fact.value : std::string("not observable");
  };
  std::size_t name_width = 4, value_width = 5;
  for (const GemmFact& fact : facts.facts) {
    name_width = std::max(name_width, fact.name.size());
    value_width = std::max(value_width, shown(fact).size());
  }
  value_width = std::min<std::size_t>(value_width, 44);
  const auto column = [](const std::string& text, std::size_t width) {
    return text + std::string(text.size() < width ? width - text.size() : 0, ' ') + "  ";
  };
  std::string out = facts.formats + ", M = N = " + std::to_string(facts.size) + ", " +
                    std::to_string(facts.calls) + " calls\n";
  out += "  " + column("fact", name_width) + column("value", value_width) + "how\n";
  for (const GemmFact& fact : facts.facts)
    out += "  " + column(fact.name, name_width) + column(shown(fact), value_width) + fact.evidence + "\n";
  return out;
}

report::Json facts_json(const GemmFacts& facts) {
  report::Json json;
  json["formats"] = facts.formats;
  json["size"] = facts.size;
  json["calls"] = facts.calls;
  json["facts"] = report::Json::array();
  for (const GemmFact& fact : facts.facts) {
    report::Json one;
    one["name"] = fact.name;
    one["value"] = fact.observed() ? report::Json(fact.value) : report::Json(nullptr);
    one["evidence"] = fact.evidence;
    json["facts"].push_back(std::move(one));
  }
  return json;
}

}  // namespace ulpgate::probe
