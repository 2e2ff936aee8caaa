#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "reports/diff/change.h"
#include "reports/diff/difference.h"
#include "reports/diff/side.h"
#include "reports/diff/statistics.h"

namespace ulpgate::report {

/// One row of either side, and what became of it.
struct Pair {
  const Entry* old_entry = nullptr;  ///< nothing where the row is new
  const Entry* new_entry = nullptr;  ///< nothing where it is gone
  Change change = Change::same;
  /// Why the two cannot be held against each other: other claims, bound, seed, inputs, sample or suite, or
  /// something else ran. Empty where nothing changed, and unless both were judged.
  std::vector<Difference> reasons;
  std::vector<Statistic> statistics;  ///< where it is ambiguous

  const Entry& entry() const { return new_entry != nullptr ? *new_entry : *old_entry; }
};

/// Rows of one operation and implementation that changed in the same way, for the same first reason.
struct Group {
  Change change = Change::same;
  std::string operation, implementation;
  std::optional<Difference> environment;  ///< the first difference of the environment that may explain it
  std::optional<Difference> reason;       ///< the first reason of the first row
  std::vector<Pair> pairs;                ///< by id
};

/// Two reports of one suite, row by row, joined by id.
class Comparison {
 public:
  Comparison(Side old_side, Side new_side);
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;
  Comparison(Comparison&&) = default;
  Comparison& operator=(Comparison&&) = delete;
  ~Comparison() = default;

  const Side& old_side() const& { return old_side_; }
  /// Ends the comparison, whose pairs point into it.
  Side old_side() && { return std::move(old_side_); }
  const Side& new_side() const { return new_side_; }
  const std::vector<Difference>& environment() const { return environment_; }
  const std::vector<Group>& groups() const { return groups_; }  ///< what needs attention first
  std::uint64_t count(Change change) const { return counts_.at(static_cast<std::size_t>(change)); }
  std::uint64_t joined() const { return joined_; }     ///< rows that stand in both
  bool other_suites() const { return other_suites_; }  ///< the suites have different names

  /// Why nothing follows from this comparison: other suites, no row in both, none judged in both, or all that
  /// were judged in both are ambiguous. Nothing where it can be made.
  const std::optional<std::string>& not_comparable() const { return not_comparable_; }

 private:
  /// Change, operation, implementation, path of the first reason.
  using Key = std::tuple<Change, std::string, std::string, std::string>;

  void join();
  void put(std::map<Key, Group>& groups, Pair pair);
  void mark_statistics();
  void decide();

  Side old_side_, new_side_;
  std::vector<Difference> environment_;
  std::vector<Group> groups_;
  std::array<std::uint64_t, all_changes.size()> counts_{};
  std::uint64_t joined_ = 0, judged_in_both_ = 0;
  bool other_suites_ = false;
  std::optional<std::string> not_comparable_;
};

/// "2 new-fail, 1 fixed, 812 same".
std::string counts_text(const Comparison& comparison);

}  // namespace ulpgate::report
