#include "suites/probe/alike.h"

#include <algorithm>

namespace ulpgate::probe {
namespace {

class Explorer {
 public:
  Explorer(const Signature& s, const Observed& observed, const Equality& equal)
      : signature_(s), observed_(observed), equal_(equal) {}

  /// All that a point shows of one parameter.
  void sweep(const Arithmetic& point, Alike& alike) {
    const std::vector<Value> values = values_of(*alike.parameter, signature_, point);
    if (values.size() > alike.all.size()) alike.all = values;
    if (alike.consistent.empty()) alike.consistent.emplace(alike.parameter->get(point), point);
    if (!alike.parameter->ordered) {
      for (const Value v : values) explains(point, v, alike);
      return;
    }
    // Values between two that explain everything do so too; only those beyond are asked.
    const auto low = std::lower_bound(values.begin(), values.end(), alike.consistent.begin()->first);
    const auto high = std::upper_bound(values.begin(), values.end(), alike.consistent.rbegin()->first);
    walk(point, alike, std::vector<Value>(std::reverse_iterator(low), values.rend()));
    walk(point, alike, std::vector<Value>(high, values.end()));
  }

 private:
  bool explains(const Arithmetic& point, Value v, Alike& alike) {
    if (alike.consistent.contains(v)) return true;
    Arithmetic changed = point;
    alike.parameter->set(changed, v);
    if (tried(changed, v, alike)) return true;
    // Terms at the floor are cut where the floor and the fraction bits say together.
    const int shift = static_cast<int>(v - alike.parameter->get(point));
    if (alike.parameter->name == "fraction_bits") {
      changed.exponent_floor += shift;
    } else if (alike.parameter->name == "exponent_floor") {
      changed.fraction_bits += shift;
    } else {
      return false;
    }
    const bool possible = changed.algorithm != Algorithm::two_stage_sum && changed.exponent_floor <= 0 &&
                          changed.exponent_floor >= -400 && changed.fraction_bits >= 1;
    return possible && tried(changed, v, alike);
  }

  bool tried(const Arithmetic& changed, Value v, Alike& alike) {
    if (!check_entry(entry_of(signature_, changed)).empty()) return false;
    const auto wrong = Model(signature_, changed).first_mismatch(observed_, equal_);
    if (wrong) {
      alike.contradicted.emplace(v, *wrong);
    } else {
      alike.consistent.emplace(v, changed);
    }
    return !wrong;
  }

  /// From the nearest value outward, to the last one that explains everything.
  void walk(const Arithmetic& point, Alike& alike, const std::vector<Value>& outward) {
    if (outward.empty() || !explains(point, outward.front(), alike)) return;
    if (explains(point, outward.back(), alike)) return;
    std::size_t good = 0, bad = outward.size() - 1;
    while (bad - good > 1) {
      const std::size_t middle = (good + bad) / 2;
      (explains(point, outward[middle], alike) ? good : bad) = middle;
    }
  }

  const Signature& signature_;
  const Observed& observed_;
  const Equality& equal_;
};

}  // namespace

std::vector<Alike> find_alike(const Signature& s, const Arithmetic& found, const Observed& observed,
                              const Equality& equal) {
  std::vector<Alike> all;
  for (const Searched* p : searched_parameters(found.algorithm)) all.push_back({p, {}, {}, {}});
  Explorer explorer(s, observed, equal);
  for (Alike& a : all) explorer.sweep(found, a);
  std::vector<Arithmetic> points;
  for (const Alike& a : all) {
    if (a.consistent.size() < 2) continue;
    for (const auto& end : {*a.consistent.begin(), *a.consistent.rbegin()}) {
      if (end.first != a.parameter->get(found)) points.push_back(end.second);
    }
  }
  for (const Arithmetic& point : points) {
    for (Alike& a : all) explorer.sweep(point, a);
  }
  return all;
}

}  // namespace ulpgate::probe
