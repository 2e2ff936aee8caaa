#include "suites/probe/fit.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "reference/formats/decode.h"

namespace ulpgate::probe {
namespace {

struct Group {
  const Searched* parameter;
  std::vector<Value> values;  ///< empty: every value
};

using Candidates = std::vector<Arithmetic>;

/// Candidates with every combination of the groups' values.
Candidates expand(const Signature& s, const Candidates& from, const std::vector<Group>& groups) {
  Candidates all = from;
  for (const Group& g : groups) {
    Candidates next;
    for (const Arithmetic& r : all) {
      for (const Value v : g.values.empty() ? values_of(*g.parameter, s, r) : g.values) {
        Arithmetic changed = r;
        g.parameter->set(changed, v);
        next.push_back(changed);
      }
    }
    all = std::move(next);
  }
  return all;
}

/// How much there is to read in a dot: its terms, the bits of their significands, how far from 1 they are.
std::size_t complexity(const Signature& s, const Dot& dot) {
  const auto of = [](const Format& f, std::uint64_t code) {
    const Unpacked u = unpack(f, code);
    const int distance = std::abs(u.exponent + static_cast<int>(std::bit_width(u.significand)));
    return 2 + static_cast<std::size_t>(std::popcount(u.significand)) +
           static_cast<std::size_t>(distance) / 8;
  };
  std::size_t count = dot.c == 0 ? 0 : of(*s.accumulator, dot.c);
  for (std::size_t i = 0; i < dot.a.size(); ++i) {
    if (dot.a[i] != 0 && dot.b[i] != 0) count += of(*s.a, dot.a[i]) + of(*s.b, dot.b[i]);
  }
  for (const auto* scales : {&dot.a_scales, &dot.b_scales}) {
    for (const std::uint64_t code : *scales) count += of(*s.scale_format, code) / 3;
  }
  return count;
}

/// Parameters that can stand in for each other, searched together.
const std::vector<std::vector<std::string_view>> joint_parameters{
    {"accumulator_use", "fraction_bits", "alignment", "products_normalised", "output_rounding"},
    {"fraction_bits", "output_fraction_bits", "output_rounding"},
    {"products_normalised", "input_subnormals", "fraction_bits"},
    {"products", "k_order", "accumulator_use"},
    {"exponent_floor", "input_subnormals"},
    {"input_subnormals", "accumulator_subnormals", "negative_underflow", "overflow"},
    {"exponent_floor", "accumulator_subnormals"},
    {"group", "products", "fraction_bits"},
    {"fraction_bits", "final_fraction_bits"},
    {"fraction_bits", "accumulator_fraction_bits"},
    {"product_fraction_bits", "product_groups"},
    {"product_fraction_bits", "fraction_bits"},
    {"accumulator_fraction_bits", "small_accumulator_dropped"},
};

/// One wrong dot in so many tells that no candidate is right.
constexpr std::size_t hopeless = 20;
/// Dots that are enough for a first choice.
constexpr std::size_t few = 600;

class Search {
 public:
  Search(const Instruction& instruction, Evidenced& evidence, Observed& all, const Equality& equal,
         bool strict)
      : instruction_(instruction), evidence_(evidence), all_(all), equal_(equal), strict_(strict) {}

  Candidates run(const Arithmetic& start);
  /// Those that explain most of `observed`, at most `most` of them, spread over what they are. None where the
  /// best gets more than `bearable` wrong: the algorithm is another.
  Candidates best(const Candidates& candidates, const Observed& observed, std::size_t most,
                  std::size_t bearable) const;

 private:
  Candidates fused(const Arithmetic& start);
  Candidates grouped(const Arithmetic& start);
  Candidates two_stage(const Arithmetic& start);
  Candidates small(Candidates from);
  void ask_narrow(int output_bits);
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

  const Instruction& instruction_;
  Evidenced& evidence_;
  Observed& all_;
  const Equality& equal_;
  bool strict_;
};

/// Those with an accumulator, and those without.
std::pair<Observed, Observed> by_accumulator(const Observed& from) {
  std::pair<Observed, Observed> parts;
  for (std::size_t i = 0; i < from.size(); ++i) {
    Observed& part = from.dots[i].c != 0 ? parts.first : parts.second;
    part.dots.push_back(from.dots[i]);
    part.outputs.push_back(from.outputs[i]);
  }
  return parts;
}

Group every(std::string_view name, std::vector<Value> values = {}) {
  return {&searched(name), std::move(values)};
}

/// About `most` of them, drawn and ordered as if at random: the first ones then speak for all.
Observed thinned(const Observed& from, std::size_t most) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9;
    order.emplace_back(mixed ^ mixed >> 29, i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), most));
  Observed some;
  for (const auto& [mixed, i] : order) {
    some.dots.push_back(from.dots[i]);
    some.outputs.push_back(from.outputs[i]);
  }
  return some;
}

/// At most `most` of them, evenly, with both ends.
Candidates spread(const Candidates& all, std::size_t most) {
  if (all.size() <= most) return all;
  Candidates some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  some.back() = all.back();
  return some;
}

Candidates Search::best(const Candidates& candidates, const Observed& in_order, std::size_t most,
                        std::size_t bearable) const {
  const Observed shuffled = in_order.size() < 5 * few ? thinned(in_order, in_order.size()) : Observed();
  const Observed& observed = shuffled.dots.empty() ? in_order : shuffled;
  struct Tried {
    Arithmetic arithmetic;
    Model model;
    std::size_t wrong = 0;
  };
  std::vector<Tried> tried;
  for (const Arithmetic& r : candidates) {
    if (check_entry(entry_of(instruction_, r)).empty()) tried.push_back({r, Model(instruction_, r)});
  }
  // Few dots settle most candidates; the others meet more and more.
  for (std::size_t done = 0; done < observed.size();) {
    const std::size_t next = std::min(std::max<std::size_t>(12, 8 * done), observed.size());
    const std::size_t slack = next == observed.size() ? 0 : 1;
    std::size_t least = next;
    for (Tried& t : tried) {
      t.wrong +=
          t.model.mismatches(observed, equal_, done, next, least + slack - std::min(least + slack, t.wrong));
      least = std::min(least, t.wrong);
    }
    std::erase_if(tried, [&](const Tried& t) { return t.wrong > least + slack; });
    done = next;
    if (least > bearable) return {};
  }
  Candidates kept;
  for (const Tried& t : tried) kept.push_back(t.arithmetic);
  return spread(kept, most);
}

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
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const std::uint64_t magnitude = all_.outputs[i] & f.magnitude_mask();
    if (magnitude >= infinity_magnitude(f) || (!with_accumulator && all_.dots[i].c != 0)) continue;
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
  evidence_.trees = observe(instruction_, tree_dots(instruction_, distances));
  all_ = evidence_.all(instruction_);
}

/// Outputs that keep fewer bits than their format has are coarser, also where they are smallest.
void Search::ask_narrow(int output_bits) {
  if (output_bits == instruction_.output->significand_bits) return;
  evidence_.ties.append(observe(instruction_, tie_dots(instruction_, output_bits)));
  evidence_.lows.append(observe(instruction_, low_dots(instruction_, output_bits)));
  evidence_.subnormal_accumulators.append(
      observe(instruction_, subnormal_accumulator_dots(instruction_, output_bits)));
  all_ = evidence_.all(instruction_);
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
  found = best(step(found, core, chains, 256), thinned(all_, 3 * few), 16, all_.size());
  return small(best(found, all_, 4, all_.size()));
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

std::size_t wrong_in(const Signature& s, const Arithmetic& r, const Observed& o, const Equality& equal,
                     std::size_t limit) {
  if (!check_entry(entry_of(s, r)).empty()) return o.size() + 1;
  return Model(s, r).mismatches(o, equal, 0, o.size(), limit);
}

}  // namespace

Observed Evidenced::all(const Signature& signature) const {
  Observed joined;
  for (const Observed* o :
       {&specials, &pairs_below, &pairs_above, &pairs, &ties, &cancels, &talls, &trees, &denses, &lows,
        &subnormal_inputs, &subnormal_accumulators, &overflows, &scales, &integers, &randoms})
    joined.append(*o);
  std::vector<std::size_t> order(joined.size()), sizes(joined.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < joined.size(); ++i) sizes[i] = complexity(signature, joined.dots[i]);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return sizes[x] < sizes[y]; });
  Observed sorted;
  for (const std::size_t i : order) {
    sorted.dots.push_back(std::move(joined.dots[i]));
    sorted.outputs.push_back(joined.outputs[i]);
  }
  return sorted;
}

std::vector<Fit> fit(const Instruction& instruction, Algorithm algorithm, Evidenced& evidence, Observed& all,
                     const Equality& equal, std::uint64_t nan_code, bool strict) {
  Arithmetic start = start_of(instruction, algorithm);
  if (is_nan(*instruction.output, nan_code)) start.nan_code = nan_code;
  Search search(instruction, evidence, all, equal, strict);
  std::vector<Fit> fits;
  for (const Arithmetic& r : search.run(start))
    fits.push_back({r, wrong_in(instruction, r, all, equal, all.size())});
  std::stable_sort(fits.begin(), fits.end(), [](const Fit& x, const Fit& y) { return x.wrong < y.wrong; });
  return fits;
}

Fit repair(const Instruction& instruction, Fit start, Evidenced& evidence, Observed& all,
           const Equality& equal) {
  Search search(instruction, evidence, all, equal, false);
  const std::vector<const Searched*> of = searched_parameters(start.arithmetic.algorithm);
  Observed sample = thinned(all, 3 * few);
  const Model model(instruction, start.arithmetic);
  const std::vector<std::uint64_t> outputs = model.outputs(all);
  for (std::size_t i = 0, count = 0; i < all.size() && count < few; ++i) {
    if (equal(outputs[i], all.outputs[i])) continue;
    ++count;
    sample.dots.push_back(all.dots[i]);
    sample.outputs.push_back(all.outputs[i]);
  }
  std::size_t wrong = wrong_in(instruction, start.arithmetic, sample, equal, sample.size());
  for (int round = 0; round < 5 && start.wrong != 0; ++round) {
    const std::size_t before = start.wrong;
    for (const auto& names : joint_parameters) {
      std::vector<Group> groups;
      for (const std::string_view name : names) {
        const bool has =
            std::any_of(of.begin(), of.end(), [&](const Searched* p) { return p->name == name; });
        if (has) groups.push_back(every(name));
      }
      if (groups.empty() || start.wrong == 0) continue;
      // What is alike on the sample, all dots tell apart.
      for (const Arithmetic& r :
           search.best(expand(instruction, {start.arithmetic}, groups), sample, 8, wrong)) {
        const std::size_t in_all = wrong_in(instruction, r, all, equal, start.wrong);
        if (in_all < start.wrong) start = {r, in_all};
      }
      wrong = wrong_in(instruction, start.arithmetic, sample, equal, sample.size());
    }
    if (start.wrong == before) break;
  }
  return start;
}

}  // namespace ulpgate::probe
