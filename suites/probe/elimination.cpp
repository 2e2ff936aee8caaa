#include "suites/probe/elimination.h"

#include <algorithm>

namespace ulpgate::probe {
namespace {

/// Dots that are worth ordering anew, so that the first ones speak for all.
constexpr std::size_t small_enough = 3000;

}  // namespace

Group every(std::string_view name, std::vector<Value> values) { return {&searched(name), std::move(values)}; }

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

Candidates spread(const Candidates& all, std::size_t most) {
  if (all.size() <= most) return all;
  Candidates some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  some.back() = all.back();
  return some;
}

Candidates best(const Signature& s, const Candidates& candidates, const Observed& in_order,
                const Equality& equal, std::size_t most, std::size_t bearable) {
  const Observed shuffled = in_order.size() < small_enough ? thinned(in_order, in_order.size()) : Observed();
  const Observed& observed = shuffled.dots.empty() ? in_order : shuffled;
  struct Tried {
    Arithmetic arithmetic;
    Model model;
    std::size_t wrong = 0;
  };
  std::vector<Tried> tried;
  for (const Arithmetic& r : candidates) {
    if (check_entry(entry_of(s, r)).empty()) tried.push_back({r, Model(s, r)});
  }
  // Few dots settle most candidates; the others meet more and more.
  for (std::size_t done = 0; done < observed.size();) {
    const std::size_t next = std::min(std::max<std::size_t>(12, 8 * done), observed.size());
    const std::size_t spare = next == observed.size() ? 0 : 1;
    std::size_t least = next;
    for (Tried& t : tried) {
      t.wrong +=
          t.model.mismatches(observed, equal, done, next, least + spare - std::min(least + spare, t.wrong));
      least = std::min(least, t.wrong);
    }
    std::erase_if(tried, [&](const Tried& t) { return t.wrong > least + spare; });
    done = next;
    if (least > bearable) return {};
  }
  Candidates kept;
  for (const Tried& t : tried) kept.push_back(t.arithmetic);
  return spread(kept, most);
}

std::size_t wrong_in(const Signature& s, const Arithmetic& r, const Observed& o, const Equality& equal,
                     std::size_t limit) {
  if (!check_entry(entry_of(s, r)).empty()) return o.size() + 1;
  return Model(s, r).mismatches(o, equal, 0, o.size(), limit);
}

}  // namespace ulpgate::probe
