#include "suites/probe/challenge.h"

#include <algorithm>
#include <set>

#include "suites/probe/elimination.h"

namespace ulpgate::probe {
namespace {

/// Dots near each border that are tried on the models, at first, and before giving up.
constexpr int tried_at_first = 200, tried_at_last = 1000;
/// Dots that the instruction is asked for each pair of arithmetics.
constexpr std::size_t asked = 6;
constexpr unsigned rounds = 8;

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

}  // namespace

std::vector<Alike> challenge(Inquiry& inquiry, Fit& best, const std::vector<Fit>& rivals) {
  const Signature& s = inquiry.instruction;
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<Alike> alike = find_alike(s, best.arithmetic, inquiry.all, inquiry.equal);
    Candidates some = challengers(best.arithmetic, alike);
    for (const Fit& f : rivals) some.push_back(f.arithmetic);
    Dots dots = telling(s, some, tried_at_first, 100 + round, asked);
    if (dots.empty()) dots = telling(s, some, tried_at_last, 200 + round, asked);
    if (dots.empty()) return alike;
    inquiry.ask(&Evidence::randoms, std::move(dots));
    Fit next{best.arithmetic, inquiry.all.size() + 1};
    for (const Arithmetic& r : some) {
      const std::size_t wrong = inquiry.wrong(r, next.wrong);
      if (wrong < next.wrong) next = {r, wrong};
      if (wrong == 0) break;
    }
    best = next.wrong == 0 ? next : repair(inquiry, next);
    if (best.wrong != 0) return {};
  }
  return find_alike(s, best.arithmetic, inquiry.all, inquiry.equal);
}

}  // namespace ulpgate::probe
