#include "reports/diff/gate.h"

namespace ulpgate::report {

Gate gate(const Comparison& comparison, bool strict) {
  if (comparison.not_comparable() && (comparison.joined() == 0 || comparison.other_suites()))
    return {3, "not comparable: " + *comparison.not_comparable()};
  std::string reason;
  const auto add = [&reason](const std::string& item) { reason += (reason.empty() ? "" : ", ") + item; };
  for (const Change change : all_changes) {
    if (stops_a_gate(change, strict) && comparison.count(change) > 0)
      add(std::to_string(comparison.count(change)) + " " + std::string(name(change)));
  }
  if (!comparison.new_side().problems.empty()) add("the new run is not complete");
  const bool stops = !reason.empty();
  if (comparison.not_comparable()) add("not comparable: " + *comparison.not_comparable());
  if (stops) return {1, reason};
  if (comparison.not_comparable()) return {3, reason};
  return {0, counts_text(comparison)};
}

}  // namespace ulpgate::report
