#include "suites/probe/probe.h"

#include <algorithm>
#include <set>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "suites/probe/challenge.h"
#include "suites/probe/extras.h"
#include "suites/probe/fit.h"
#include "suites/probe/words.h"

namespace ulpgate::probe {
namespace {

constexpr std::uint64_t seed = 1;
constexpr int random_count = 2000, focused_count = 600, dense_count = 400, scale_count = 600;
/// Dots that are asked twice.
constexpr std::size_t repeated = 64;
/// An algorithm beside one that explains everything is given up where it gets more than so many dots wrong.
constexpr std::size_t bearable = 20;

Evidence ask(const Instruction& i) {
  Evidence e;
  const auto of = [&](Dots dots) { return observe(i, std::move(dots)); };
  e.randoms = of(random_dots(i, random_count, seed));
  if (i.is_integer()) {
    e.integers = of(integer_dots(i));
    return e;
  }
  const int bits = i.output->significand_bits;
  e.specials = of(special_dots(i));
  e.pairs_below = of(plain_pair_dots(i, true));
  e.pairs_above = of(plain_pair_dots(i, false));
  e.pairs = of(pair_dots(i));
  e.ties = of(tie_dots(i, bits));
  // The first three in the order mod4 too.
  e.cancels = of(cancel_dots(i, {0, 1, std::min(4, i.k - 1)}));
  e.talls = of(tall_dots(i));
  e.denses = of(dense_dots(i, dense_count, seed));
  e.lows = of(low_dots(i, bits));
  e.subnormal_inputs = of(subnormal_input_dots(i));
  e.subnormal_accumulators = of(subnormal_accumulator_dots(i, bits));
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

/// The best fit of each algorithm, the best of them first; at least one. More is asked for the sake of those
/// that explain everything.
std::vector<Fit> fit_all(Inquiry& inquiry, std::uint64_t nan_code) {
  const Signature& s = inquiry.instruction;
  const std::vector<Algorithm> algorithms = algorithms_for(s);
  std::vector<Fit> fits;
  bool explained = false;
  for (const Algorithm algorithm : algorithms) {
    const std::vector<Fit> some = fit(inquiry, algorithm, nan_code, explained);
    if (some.empty()) continue;
    fits.push_back(some.front());
    explained = explained || fits.back().wrong == 0;
  }
  if (fits.empty()) fits.push_back({start_of(s, algorithms.front()), inquiry.all.size()});
  const auto by_wrong = [](const Fit& x, const Fit& y) { return x.wrong < y.wrong; };
  std::stable_sort(fits.begin(), fits.end(), by_wrong);
  for (Fit& f : fits) {
    if (f.wrong != 0 && f.wrong < (explained ? bearable : inquiry.all.size() / 2)) f = repair(inquiry, f);
    explained = explained || f.wrong == 0;
    for (unsigned round = 0; round < 4 && f.wrong == 0; ++round) {
      inquiry.ask(&Evidence::randoms, focused_dots(s, f.arithmetic, focused_count, seed + round));
      f.wrong = inquiry.wrong(f.arithmetic, inquiry.all.size());
      if (f.wrong == 0) break;
      f = repair(inquiry, f);
    }
  }
  // What fitted must also explain what was asked for the sake of another.
  for (Fit& f : fits) f.wrong = inquiry.wrong(f.arithmetic, inquiry.all.size());
  std::stable_sort(fits.begin(), fits.end(), by_wrong);
  return fits;
}

/// A dot that gave another result when it was asked again.
std::optional<Contradiction> changed_its_mind(const Inquiry& inquiry) {
  const Observed first = thinned(inquiry.all, repeated);
  const Observed second = observe(inquiry.instruction, first.dots);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first.outputs[i] != second.outputs[i])
      return Contradiction{first.dots[i], first.outputs[i], second.outputs[i]};
  }
  return std::nullopt;
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
  Inquiry inquiry{instruction, {instruction.output, false}, ask(instruction), {}};
  const Observed& all = inquiry.all = inquiry.evidence.all(instruction);
  const std::set<std::uint64_t> nans = nan_codes(*instruction.output, all);
  made.several_nans = inquiry.equal.any_nan = nans.size() > 1;

  std::vector<Fit> fits = fit_all(inquiry, nans.empty() ? 0 : *nans.begin());
  Fit best = fits.front();
  std::vector<Alike> alike;
  if (best.wrong == 0) {
    std::erase_if(fits, [](const Fit& f) { return f.wrong != 0; });
    alike = challenge(inquiry, best, {fits.begin() + 1, fits.end()});
    fits.front() = best;
    std::erase_if(fits, [&](const Fit& f) { return inquiry.wrong(f.arithmetic, 0) != 0; });
    for (const Fit& f : fits) made.algorithms.push_back(f.arithmetic.algorithm);
  }

  made.entry = entry_of(instruction, best.arithmetic);
  made.entry.id = "probed";
  made.entry.family = "mma";
  made.dots = all.size();
  made.random = inquiry.evidence.randoms.size();
  made.agreeing = all.size() - inquiry.wrong(best.arithmetic, all.size());
  const Model model(instruction, best.arithmetic);
  if (const auto again = changed_its_mind(inquiry)) {
    made.repeatable = false;
    made.contradiction = again;
  } else if (const auto wrong = model.first_mismatch(all, inquiry.equal)) {
    made.contradiction = Contradiction{all.dots[*wrong], model(all.dots[*wrong]), all.outputs[*wrong]};
  }
  if (made.fits()) {
    made.parameters.push_back(algorithm_finding(made));
    for (const Alike& a : alike) made.parameters.push_back(describe(instruction, a, all));
    if (instruction.output->has_nan()) made.parameters.push_back(nan_finding(instruction, all));
    for (Finding& f : scale_findings(instruction, best.arithmetic)) made.parameters.push_back(std::move(f));
    if (auto f = padding_finding(instruction, best.arithmetic)) made.parameters.push_back(std::move(*f));
    if (auto f = steps_finding(instruction, best.arithmetic)) made.parameters.push_back(std::move(*f));
  } else {
    made.algorithms.clear();
  }
  made.observed = std::move(inquiry.all);
  return made;
}

}  // namespace ulpgate::probe
