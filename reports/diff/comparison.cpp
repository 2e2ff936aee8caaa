#include "reports/diff/comparison.h"

#include <algorithm>

#include "reports/diff/classify.h"

namespace ulpgate::report {
namespace {

std::vector<Difference> of_suite(const std::vector<Difference>& environment) {
  std::vector<Difference> found;
  for (const Difference& difference : environment) {
    if (difference.path.starts_with("suite.")) found.push_back(difference);
  }
  return found;
}

/// Another implementation's version explains nothing here.
std::optional<Difference> first_for(const std::vector<Difference>& environment,
                                    const std::string& implementation) {
  for (const Difference& difference : environment) {
    if (!difference.path.starts_with("implementations.") ||
        difference.path == "implementations." + implementation)
      return difference;
  }
  return std::nullopt;
}

}  // namespace

Comparison::Comparison(Side old_side, Side new_side)
    : old_side_(std::move(old_side)),
      new_side_(std::move(new_side)),
      environment_(differences(old_side_.facts, new_side_.facts)) {
  join();
  mark_statistics();
  decide();
}

void Comparison::join() {
  const std::vector<Difference> suite = of_suite(environment_);
  std::map<Key, Group> groups;
  auto a = old_side_.entries.begin();
  auto b = new_side_.entries.begin();
  const auto a_end = old_side_.entries.end();
  const auto b_end = new_side_.entries.end();
  while (a != a_end || b != b_end) {
    const bool has_old = b == b_end || (a != a_end && a->id <= b->id);
    const bool has_new = a == a_end || (b != b_end && b->id <= a->id);
    if (has_old && has_new) {
      ++joined_;
      if (a->verdict != Verdict::not_run && b->verdict != Verdict::not_run) ++judged_in_both_;
    }
    put(groups, classify(has_old ? &*a : nullptr, has_new ? &*b : nullptr, suite));
    if (has_old) ++a;
    if (has_new) ++b;
  }
  for (auto& [key, group] : groups) groups_.push_back(std::move(group));
}

void Comparison::put(std::map<Key, Group>& groups, Pair pair) {
  ++counts_.at(static_cast<std::size_t>(pair.change));
  if (pair.change == Change::same) return;
  const Entry& entry = pair.entry();
  const std::string reason = pair.reasons.empty() ? std::string() : pair.reasons.front().path;
  Group& group = groups[{pair.change, entry.operation, entry.implementation, reason}];
  if (group.pairs.empty()) {
    group.change = pair.change;
    group.operation = entry.operation;
    group.implementation = entry.implementation;
    group.environment = first_for(environment_, entry.implementation);
    if (!pair.reasons.empty()) group.reason = pair.reasons.front();
  }
  group.pairs.push_back(std::move(pair));
}

void Comparison::mark_statistics() {
  std::size_t all = 0;
  for (const Group& group : groups_) {
    for (const Pair& pair : group.pairs) all += pair.statistics.size();
  }
  for (Group& group : groups_) {
    for (Pair& pair : group.pairs) mark_moved(pair.statistics, all);
  }
}

void Comparison::decide() {
  const std::string& old_name = old_side_.facts["suite.name"];
  const std::string& new_name = new_side_.facts["suite.name"];
  const auto ambiguous = std::find_if(groups_.begin(), groups_.end(),
                                      [](const Group& group) { return group.change == Change::ambiguous; });
  other_suites_ = old_name != new_name;
  if (other_suites_) {
    not_comparable_ = "they are of different suites: " + old_name + " and " + new_name;
  } else if (joined_ == 0) {
    not_comparable_ = "no row stands in both";
  } else if (judged_in_both_ == 0) {
    not_comparable_ = "no row was judged in both";
  } else if (count(Change::ambiguous) == judged_in_both_) {
    not_comparable_ = "nothing that was judged in both is comparable: " + text_of(*ambiguous->reason);
  }
}

std::string counts_text(const Comparison& comparison) {
  std::string text;
  for (const Change change : all_changes) {
    if (comparison.count(change) == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(comparison.count(change)) + " " +
            std::string(name(change));
  }
  return text.empty() ? "no rows" : text;
}

}  // namespace ulpgate::report
