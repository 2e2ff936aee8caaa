#include "suites/probe/probe.h"

#include <algorithm>
#include <set>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "suites/probe/alike.h"
#include "suites/probe/extras.h"
#include "suites/probe/fit.h"
#include "suites/probe/words.h"

namespace ulpgate::probe {
namespace {

constexpr std::uint64_t seed = 1;
constexpr int random_count = 2000, focused_count = 600, dense_count = 400, scale_count = 600;
constexpr int challenge_count = 200, last_challenge_count = 1000;
constexpr unsigned challenge_rounds = 8;

using Candidates = std::vector<Arithmetic>;

Evidenced ask(const Instruction& i) {
  Evidenced e;
  const auto of = [&](Dots dots) { return observe(i, std::move(dots)); };
  e.randoms = of(random_dots(i, random_count, seed));
  if (i.is_integer()) {
    e.integers = of(integer_dots(i));
    return e;
  }
  e.specials = of(special_dots(i));
  e.pairs_below = of(plain_pair_dots(i, true));
  e.pairs_above = of(plain_pair_dots(i, false));
  e.ties = of(tie_dots(i, i.output->significand_bits));
  e.pairs = of(pair_dots(i));
  Dots cancels = cancel_dots(i, {0, 1, std::min(4, i.k - 1)});
  e.cancels = of(std::move(cancels));
  e.talls = of(tall_dots(i));
  e.denses = of(dense_dots(i, dense_count, seed));
  e.lows = of(low_dots(i, i.output->significand_bits));
  e.subnormal_inputs = of(subnormal_input_dots(i));
  e.subnormal_accumulators = of(subnormal_accumulator_dots(i, i.output->significand_bits));
  e.overflows = of(overflow_dots(i));
  e.scales = of(scale_dots(i, scale_count, seed));
  return e;
}

/// Every code that a NaN result had.
std::set<std::uint64_t> nan_codes(const Format& output, const Observed& all) {
  std::set<std::uint64_t> codes;
  for (const std::uint64_t code : all.outputs) {
    if (is_nan(output, code)) codes.insert(code);
  }
  return codes;
}

Finding algorithm_finding(const Findings& f) {
  Finding found;
  found.name = "algorithm";
  for (const Algorithm a : f.algorithms) {
    found.text += (found.text.empty() ? "" : " or ") + std::string(to_text(a));
    found.values.push_back(static_cast<Value>(a));
  }
  found.kind = f.algorithms.size() == 1 ? Finding::Kind::found : Finding::Kind::alike;
  found.evidence = "explains all of " + std::to_string(f.dots) + " dots";
  return found;
}

/// The best fit of each algorithm, the best of them first; at least one. Dots are added for the sake of those
/// that explain everything.
std::vector<Fit> fit_all(const Instruction& instruction, Evidenced& evidence, Observed& all,
                         const Equality& equal, std::uint64_t nan_code) {
  const auto count = [&](const Fit& f, std::size_t limit) {
    return Model(instruction, f.arithmetic).mismatches(all, equal, 0, all.size(), limit);
  };
  std::vector<Fit> fits;
  bool explained = false;
  for (const Algorithm algorithm : algorithms_for(instruction)) {
    const std::vector<Fit> some = fit(instruction, algorithm, evidence, all, equal, nan_code, explained);
    if (some.empty()) continue;
    fits.push_back(some.front());
    explained = explained || fits.back().wrong == 0;
  }
  const auto by_wrong = [](const Fit& x, const Fit& y) { return x.wrong < y.wrong; };
  std::stable_sort(fits.begin(), fits.end(), by_wrong);
  for (Fit& f : fits) {
    if (f.wrong != 0 && f.wrong < (explained ? 20 : all.size() / 2))
      f = repair(instruction, f, evidence, all, equal);
    explained = explained || f.wrong == 0;
    for (unsigned round = 0; round < 4 && f.wrong == 0; ++round) {
      evidence.randoms.append(
          observe(instruction, focused_dots(instruction, f.arithmetic, focused_count, seed + round)));
      all = evidence.all(instruction);
      f.wrong = count(f, all.size());
      if (f.wrong == 0) break;
      f = repair(instruction, f, evidence, all, equal);
    }
  }
  // What fitted must also explain what was asked for the sake of another.
  for (Fit& f : fits) f.wrong = count(f, all.size());
  std::stable_sort(fits.begin(), fits.end(), by_wrong);
  if (fits.empty()) {
    fits.push_back({start_of(instruction, algorithms_for(instruction).front()), 0});
    fits.front().wrong = count(fits.front(), all.size());
  }
  return fits;
}

/// Random dots near the borders that any of these arithmetics draws.
Observed near_borders(const Signature& s, const Candidates& some, int count, std::uint64_t stream) {
  Observed dots;
  std::set<std::vector<Value>> seen;
  for (const Arithmetic& r : some) {
    const std::vector<Value> borders{r.fraction_bits,
                                     r.exponent_floor,
                                     r.output_fraction_bits,
                                     r.product_fraction_bits,
                                     r.accumulator_fraction_bits,
                                     r.final_fraction_bits};
    if (!seen.insert(borders).second) continue;
    for (Dot& d : focused_dots(s, r, count, stream)) dots.dots.push_back(std::move(d));
  }
  for (Dot& d : scale_dots(s, count, stream)) dots.dots.push_back(std::move(d));
  if (s.is_integer()) return dots;
  for (Dot& d : dense_dots(s, count, stream)) dots.dots.push_back(std::move(d));
  return dots;
}

/// Dots on which the first arithmetic and another one differ, at most `most` for each.
Dots telling(const Signature& s, const Candidates& some, int count, std::uint64_t stream, std::size_t most) {
  Observed tried = near_borders(s, some, count, stream);
  tried.outputs = Model(s, some.front()).outputs(tried);
  std::set<std::size_t> chosen;
  for (const Arithmetic& r : some) {
    const std::vector<std::uint64_t> others = Model(s, r).outputs(tried);
    std::size_t found = 0;
    for (std::size_t i = 0; i < tried.size() && found < most; ++i) {
      if (tried.outputs[i] != others[i]) found += chosen.insert(i).second ? 1 : 0;
    }
  }
  Dots dots;
  for (const std::size_t i : chosen) dots.push_back(tried.dots[i]);
  return dots;
}

/// The arithmetic itself, every other one that explains as much, and some from within the ranges.
Candidates challengers(const Arithmetic& found, const std::vector<Alike>& alike) {
  Candidates some{found};
  for (const Alike& a : alike) {
    const Value here = a.parameter->get(found);
    for (const auto& [value, arithmetic] : a.consistent) {
      if (value != here) some.push_back(arithmetic);
    }
    if (!a.parameter->ordered) continue;
    for (const Value below : {3, 7, 15}) {
      const auto& [highest, arithmetic] = *a.consistent.rbegin();
      const Value value = highest - below;
      if (value == here || value <= a.consistent.begin()->first) continue;
      some.push_back(arithmetic);
      a.parameter->set(some.back(), value);
    }
  }
  std::erase_if(some, [&](const Arithmetic& r) {
    return r.accumulator_fraction_bits > r.fraction_bits && r.algorithm == Algorithm::two_stage_sum;
  });
  return some;
}

/// Asks for dots that tell `best` from every other arithmetic that still explains all, until there are none.
std::vector<Alike> challenge(const Instruction& instruction, Fit& best, Evidenced& evidence, Observed& all,
                             const Equality& equal) {
  std::vector<Alike> alike;
  for (unsigned round = 0; round < challenge_rounds; ++round) {
    alike = find_alike(instruction, best.arithmetic, all, equal);
    const Candidates some = challengers(best.arithmetic, alike);
    Dots dots = telling(instruction, some, challenge_count, seed + 100 + round, 6);
    if (dots.empty()) dots = telling(instruction, some, last_challenge_count, seed + 200 + round, 6);
    if (dots.empty()) return alike;
    evidence.randoms.append(observe(instruction, std::move(dots)));
    all = evidence.all(instruction);
    Fit next{best.arithmetic, all.size() + 1};
    for (const Arithmetic& r : some) {
      const std::size_t wrong = Model(instruction, r).mismatches(all, equal, 0, all.size(), next.wrong);
      if (wrong < next.wrong) next = {r, wrong};
      if (wrong == 0) break;
    }
    if (next.wrong != 0) next = repair(instruction, next, evidence, all, equal);
    best = next;
    if (best.wrong != 0) return {};
  }
  return find_alike(instruction, best.arithmetic, all, equal);
}

}  // namespace

bool Finding::allows(Value value) const {
  if (is_range) return value >= values.front() && value <= values.back();
  return std::find(values.begin(), values.end(), value) != values.end();
}

const Finding* find(const Findings& findings, std::string_view name) {
  for (const Finding& f : findings.parameters) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

Findings probe(const Instruction& instruction) {
  Findings made;
  made.signature = instruction;
  Evidenced evidence = ask(instruction);
  Observed all = evidence.all(instruction);
  const std::set<std::uint64_t> nans = nan_codes(*instruction.output, all);
  made.several_nans = nans.size() > 1;
  const Equality equal{instruction.output, made.several_nans};
  const std::uint64_t nan_code = nans.empty() ? 0 : *nans.begin();

  std::vector<Fit> fits = fit_all(instruction, evidence, all, equal, nan_code);
  Fit best = fits.front();
  std::erase_if(fits, [](const Fit& f) { return f.wrong != 0; });
  for (const Fit& f : fits) made.algorithms.push_back(f.arithmetic.algorithm);
  std::vector<Alike> alike;
  if (best.wrong == 0) alike = challenge(instruction, best, evidence, all, equal);

  made.entry = entry_of(instruction, best.arithmetic);
  made.entry.id = "probed";
  made.entry.family = "mma";
  made.dots = all.size();
  made.random = evidence.randoms.size();
  const Model model(instruction, best.arithmetic);
  made.agreeing = all.size() - model.mismatches(all, equal, 0, all.size(), all.size());
  if (const auto wrong = model.first_mismatch(all, equal)) {
    made.contradiction = Contradiction{all.dots[*wrong], model(all.dots[*wrong]), all.outputs[*wrong]};
    made.observed = std::move(all);
    return made;
  }
  made.parameters.push_back(algorithm_finding(made));
  for (const Alike& a : alike) made.parameters.push_back(describe(instruction, a, all));
  if (instruction.output->has_nan()) made.parameters.push_back(nan_finding(instruction, all));
  for (Finding& f : scale_findings(instruction, best.arithmetic)) made.parameters.push_back(std::move(f));
  if (auto f = padding_finding(instruction, best.arithmetic)) made.parameters.push_back(std::move(*f));
  if (auto f = steps_finding(instruction, best.arithmetic)) made.parameters.push_back(std::move(*f));
  made.observed = std::move(all);
  return made;
}

}  // namespace ulpgate::probe
