#include "suites/probe/fit.h"

#include <algorithm>
#include <bit>

#include "reference/formats/decode.h"
#include "suites/probe/elimination.h"

namespace ulpgate::probe {
namespace {

/// One wrong dot in so many tells that no candidate is right.
constexpr std::size_t hopeless = 20;
/// Dots that are enough for a first choice.
constexpr std::size_t few = 600;

class Search {
 public:
  Search(Inquiry& inquiry, bool strict)
      : inquiry_(inquiry), instruction_(inquiry.instruction), evidence_(inquiry.evidence), strict_(strict) {}

  Candidates run(const Arithmetic& start);

 private:
  Candidates fused(const Arithmetic& start);
  Candidates grouped(const Arithmetic& start);
  Candidates two_stage(const Arithmetic& start);
  Candidates small(Candidates from);
  void ask_narrow(int output_bits);
  Candidates best(const Candidates& candidates, const Observed& observed, std::size_t most,
                  std::size_t bearable) const {
    return probe::best(instruction_, candidates, observed, inquiry_.equal, most, bearable);
  }
  Candidates step(const Candidates& from, const std::vector<Group>& groups, const Observed& observed,
                  std::size_t most = 48) const {
    return best(expand(instruction_, from, groups), observed, most, observed.size());
  }
  /// On dots that the right candidate explains, whatever is not known yet.
  Candidates exact_step(const Candidates& from, const std::vector<Group>& groups, const Observed& observed,
                        std::size_t most) const {
    return best(expand(instruction_, from, groups), observed, most, strict_ ? 0 : observed.size() / hopeless);
  }
  /// Enough to tell which of the first places share a step.
  Group few_products() const;
  void ask_trees(const Candidates& candidates);
  Value widest_output(bool with_accumulator) const;

  Inquiry& inquiry_;
  const Instruction& instruction_;
  const Evidence& evidence_;
  bool strict_;
};

Group Search::few_products() const {
  std::vector<Value> some;
  for (const int products : {1, 2, 3, 4, instruction_.k}) {
    if (products <= instruction_.k) some.push_back(products);
  }
  return every("products", some);
}

/// The most fraction bits that any result has, or any without an accumulator: outputs keep at least so many.
Value Search::widest_output(bool with_accumulator) const {
  const Format& f = *instruction_.output;
  int widest = 1;
  for (std::size_t i = 0; i < inquiry_.all.size(); ++i) {
    const std::uint64_t magnitude = inquiry_.all.outputs[i] & f.magnitude_mask();
    if (magnitude >= infinity_magnitude(f) || (!with_accumulator && inquiry_.all.dots[i].c != 0)) continue;
    // A saturated result has every bit that outputs keep; the fraction of a subnormal one is its whole code.
    const std::uint64_t fraction = magnitude & f.significand_mask();
    if (fraction != 0) widest = std::max(widest, f.significand_bits - std::countr_zero(fraction));
  }
  return widest;
}

void Search::ask_trees(const Candidates& candidates) {
  std::vector<int> distances;
  for (const Arithmetic& r : candidates) {
    for (const int t : {r.fraction_bits, r.fraction_bits + 1, r.output_fraction_bits + 2}) {
      if (distances.size() < 6 && std::find(distances.begin(), distances.end(), t) == distances.end())
        distances.push_back(t);
    }
  }
  inquiry_.ask(&Evidence::trees, tree_dots(instruction_, distances), true);
}

/// Outputs that keep fewer bits than their format has are coarser, also where they are smallest.
void Search::ask_narrow(int output_bits) {
  if (output_bits == instruction_.output->significand_bits) return;
  inquiry_.ask(&Evidence::ties, tie_dots(instruction_, output_bits));
  inquiry_.ask(&Evidence::lows, low_dots(instruction_, output_bits));
  inquiry_.ask(&Evidence::subnormal_accumulators, subnormal_accumulator_dots(instruction_, output_bits));
}

Candidates Search::small(Candidates from) {
  if (from.empty()) return from;
  ask_narrow(from.front().output_fraction_bits);
  Observed low = evidence_.lows;
  low.append(evidence_.subnormal_inputs);
  std::vector<Group> floors{every("exponent_floor"), every("negative_underflow")};
  if (from.front().algorithm == Algorithm::fused_sum) floors.push_back(every("input_subnormals"));
  from = step({from.front()}, floors, thinned(low, 2 * few), 6);
  low.append(evidence_.subnormal_accumulators);
  low.append(evidence_.overflows);
  return step(from, {every("accumulator_subnormals"), every("negative_underflow"), every("overflow", {0, 1})},
              low, 6);
}

Candidates Search::fused(const Arithmetic& start) {
  Arithmetic first = start;
  first.output_fraction_bits = static_cast<int>(widest_output(true));
  const std::vector<Group> core{every("accumulator_use"), every("fraction_bits"), every("alignment"),
                                every("products_normalised"), every("output_rounding")};
  const Observed pairs = thinned(evidence_.pairs, few);
  std::vector<Group> groups = core;
  Arithmetic added = first;
  added.accumulator_use = AccumulatorUse::added_last;
  Observed plain = evidence_.pairs_below;
  plain.append(evidence_.pairs_above);
  // Sums of one plain product are exact, whatever they keep: then the addition is all there is to see.
  const bool may_be_added = best({added}, plain, 1, 0).size() == 1;
  if (!may_be_added) groups.front().values = {static_cast<Value>(AccumulatorUse::fused)};
  Candidates tried = expand(instruction_, {first}, groups);
  if (may_be_added) {
    // It may have more bits than the sums before it.
    std::vector<Value> kept;
    for (Value v = widest_output(false); v <= instruction_.output->significand_bits; ++v) kept.push_back(v);
    groups.front().values = {static_cast<Value>(AccumulatorUse::added_last)};
    groups.push_back(every("output_fraction_bits", kept));
    for (const Arithmetic& r : expand(instruction_, {first}, groups)) tried.push_back(r);
  }
  Candidates found = best(tried, pairs, 1500, strict_ ? 0 : pairs.size() / hopeless);
  // Whatever the order of k, its first three products share a step, or do not because it takes few.
  Observed simple = thinned(evidence_.cancels, few);
  simple.append(thinned(evidence_.ties, few / 2));
  const Candidates whole = best(found, simple, 480, simple.size() / hopeless / 2);
  found = whole.empty() ? step(found, {few_products()}, simple, 480) : whole;
  if (found.empty()) return found;
  ask_trees(found);
  Observed chains = thinned(evidence_.trees, few);
  chains.append(thinned(evidence_.talls, few / 2));
  chains.append(thinned(evidence_.denses, few / 2));
  chains.append(thinned(evidence_.scales, few / 2));
  found = step(spread(found, 12), {every("products"), every("k_order")}, chains, 3);
  // Again, now that the steps are known.
  chains.append(simple);
  chains.append(thinned(evidence_.pairs, few / 2));
  chains.append(thinned(evidence_.subnormal_inputs, few / 4));
  found = best(step(found, core, chains, 256), thinned(inquiry_.all, 3 * few), 16, inquiry_.all.size());
  return small(best(found, inquiry_.all, 4, inquiry_.all.size()));
}

Candidates Search::grouped(const Arithmetic& start) {
  Arithmetic first = start;
  first.output_fraction_bits = static_cast<int>(widest_output(true));
  Candidates found =
      exact_step({first}, {every("fraction_bits"), every("alignment"), every("output_rounding")},
                 thinned(evidence_.pairs, few / 2), 240);
  // Sums of single products do not tell groups apart.
  found = step(found, {}, thinned(evidence_.cancels, few / 2), 12);
  Observed chains = evidence_.scales;
  chains.append(thinned(evidence_.denses, few / 2));
  found = step(found, {every("group"), every("products")}, chains, 4);
  chains.append(thinned(evidence_.cancels, few / 2));
  found = step(found, {every("fraction_bits"), every("alignment"), every("output_rounding")}, chains, 4);
  return small(found);
}

Candidates Search::two_stage(const Arithmetic& start) {
  Arithmetic first = start;
  first.accumulator_fraction_bits = 1;
  first.final_fraction_bits = 31;
  // Where the accumulator is the larger term, it keeps its one bit in any case.
  std::vector<Value> some{31, 40};
  for (Value v = 1; v <= 26; ++v) some.push_back(v);
  Candidates found = exact_step({first}, {every("fraction_bits"), every("final_fraction_bits", some)},
                                thinned(evidence_.pairs_below, few / 3), 6);
  const auto [with_c, without] = by_accumulator(evidence_.cancels);
  Observed small = thinned(with_c, few / 3);
  small.append(thinned(evidence_.pairs_above, few / 3));
  // Results go through later steps and may lose bits there, so that few of these are right but for that.
  const auto nearly = [&](const std::vector<Group>& groups, const Observed& observed) {
    return best(expand(instruction_, found, groups), observed, 6, observed.size() / (strict_ ? hopeless : 4));
  };
  found =
      nearly({every("accumulator_fraction_bits"), every("small_accumulator_dropped"), few_products()}, small);
  found = nearly({every("product_fraction_bits"), every("product_groups"), few_products()},
                 thinned(without, few / 3));
  found = step(found, {every("fraction_bits")}, thinned(without, few / 3), 6);
  if (found.empty()) return found;
  Observed core = small;
  core.append(thinned(without, few / 3));
  core.append(thinned(evidence_.talls, few / 6));
  ask_trees(found);
  Observed chains = thinned(evidence_.trees, few / 2);
  chains.append(thinned(evidence_.denses, few / 4));
  found = step(found, {every("products"), every("product_groups")}, chains, 2);
  core.append(evidence_.ties);
  core.append(thinned(evidence_.pairs, few / 4));
  core.append(thinned(evidence_.pairs_below, few / 4));
  core.append(thinned(evidence_.pairs_above, few / 4));
  core.append(chains);
  for (int round = 0; round < 2; ++round) {
    found = step(found, {every("fraction_bits"), every("final_fraction_bits")}, core, 1);
    found = step(found, {every("accumulator_fraction_bits"), every("small_accumulator_dropped")}, core, 1);
    found = step(found, {every("product_fraction_bits")}, core, 1);
  }
  return found;
}

Candidates Search::run(const Arithmetic& start) {
  switch (start.algorithm) {
    case Algorithm::fused_sum:
      return fused(start);
    case Algorithm::grouped_scaled_sum:
      return grouped(start);
    case Algorithm::two_stage_sum:
      return two_stage(start);
    case Algorithm::integer_sum:
      return step({start}, {every("overflow")}, evidence_.integers);
    case Algorithm::exact_sum:
    case Algorithm::pairwise_sum:
      return step({start}, {every("products")}, evidence_.denses);
    case Algorithm::fma_chain:
      break;
  }
  return {start};
}

}  // namespace

std::vector<Fit> fit(Inquiry& inquiry, Algorithm algorithm, std::uint64_t nan_code, bool strict) {
  Arithmetic start = start_of(inquiry.instruction, algorithm);
  if (is_nan(*inquiry.instruction.output, nan_code)) start.nan_code = nan_code;
  std::vector<Fit> fits;
  for (const Arithmetic& r : Search(inquiry, strict).run(start))
    fits.push_back({r, inquiry.wrong(r, inquiry.all.size())});
  std::stable_sort(fits.begin(), fits.end(), [](const Fit& x, const Fit& y) { return x.wrong < y.wrong; });
  return fits;
}

}  // namespace ulpgate::probe
