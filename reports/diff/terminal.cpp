#include "reports/diff/terminal.h"

#include "reports/page/numbers.h"
#include "reports/page/visible.h"

namespace ulpgate::report {
namespace {

std::string verdict_text(const Entry* entry) {
  return entry == nullptr ? "none" : std::string(name(entry->verdict));
}

void add(std::string& list, const std::string& item) {
  if (!item.empty()) list += (list.empty() ? "" : ", ") + item;
}

std::string moved(const char* what, std::optional<double> a, std::optional<double> b) {
  if (a == b) return {};
  std::string left = short_number(a), right = short_number(b);
  // Digits that show the difference.
  if (left == right) {
    left = Json(*a).dump();
    right = Json(*b).dump();
  }
  return std::string(what) + " " + left + " -> " + right;
}

std::string group_title(const Group& group) {
  std::string title = group.operation + " " + group.implementation + ", " +
                      std::to_string(group.pairs.size()) + (group.pairs.size() == 1 ? " row" : " rows");
  if (group.environment) title += "; environment: " + text_of(*group.environment);
  if (group.reason) title += "; first reason: " + text_of(*group.reason);
  return visible(title);
}

std::string statistics_text(const Pair& pair) {
  std::string text;
  for (const Statistic& statistic : pair.statistics) {
    if (!statistic.moved) continue;
    add(text, std::string(statistic.what) + " moved (" + short_number(statistic.old_value) + " -> " +
                  short_number(statistic.new_value) + ", by chance at most " +
                  short_number(statistic.chance) + ")");
  }
  if (text.empty() && !pair.statistics.empty()) return "statistics agree";
  return text;
}

void pair_lines(std::string& out, const Comparison& comparison, const Pair& pair) {
  out += "    " + visible(pair.entry().id) + "\n      " + verdicts_text(pair);
  const std::string what = what_moved(pair);
  if (!what.empty()) out += "; " + what;
  const std::string statistics = statistics_text(pair);
  if (!statistics.empty()) out += "; " + statistics;
  out += "\n";
  // The first one stands above the group, but need not be this row's word for word.
  std::string why;
  for (const Difference& reason : pair.reasons) add(why, text_of(reason));
  if (!why.empty()) out += "      differs: " + visible(why) + "\n";
  if (!pair.entry().note.empty()) out += "      " + visible(pair.entry().note) + "\n";
  const bool fails = pair.new_entry != nullptr && fails_a_run(pair.new_entry->verdict);
  if (fails && !pair.new_entry->replay.empty()) {
    const Side& side = comparison.new_side();
    out += "      " + (side.folder.empty() ? "in " + visible(side.name) + ": " : "") +
           visible(side.replay(*pair.new_entry)) + "\n";
  }
}

}  // namespace

std::string verdicts_text(const Pair& pair) {
  const std::string before = verdict_text(pair.old_entry), after = verdict_text(pair.new_entry);
  return before == after ? after : before + " -> " + after;
}

std::string what_moved(const Pair& pair) {
  if (pair.old_entry == nullptr || pair.new_entry == nullptr) return {};
  const Entry& a = *pair.old_entry;
  const Entry& b = *pair.new_entry;
  std::string text;
  if (a.failed != b.failed) add(text, "failed " + grouped(a.failed) + " -> " + grouped(b.failed));
  if (a.judged != b.judged) add(text, "judged " + grouped(a.judged) + " -> " + grouped(b.judged));
  add(text, moved("error/bound", a.max_error_over_bound, b.max_error_over_bound));
  add(text, moved("max ulp", a.max_ulp_error, b.max_ulp_error));
  add(text, moved("rms ulp", a.rms_ulp_error, b.rms_ulp_error));
  add(text, moved("mean ulp", a.mean_ulp_error, b.mean_ulp_error));
  if (!a.fingerprint.empty() && !b.fingerprint.empty() && a.fingerprint != b.fingerprint)
    add(text, "bits moved");
  if (!a.histogram.empty() && !b.histogram.empty() && a.histogram != b.histogram)
    add(text, "histogram moved");
  return text;
}

std::string terminal_text(const Comparison& comparison, std::size_t most) {
  std::string out =
      "old: " + visible(comparison.old_side().name) + "\nnew: " + visible(comparison.new_side().name) + "\n";
  for (const Difference& difference : comparison.environment())
    out += "  differs: " + visible(text_of(difference)) + "\n";
  std::optional<Change> change;
  for (const Group& group : comparison.groups()) {
    if (group.change != change) {
      change = group.change;
      out += std::string(name(*change)) + " (" + std::to_string(comparison.count(*change)) +
             "): " + std::string(meaning(*change)) + "\n";
    }
    out += "  " + group_title(group) + "\n";
    for (std::size_t i = 0; i < group.pairs.size() && i < most; ++i)
      pair_lines(out, comparison, group.pairs[i]);
    if (group.pairs.size() > most)
      out += "    ... and " + std::to_string(group.pairs.size() - most) + " more; --all shows them\n";
  }
  for (const std::string& problem : comparison.new_side().problems)
    out += "incomplete: " + visible(problem) + "\n";
  for (const std::string& id : comparison.new_side().stale)
    out += "stale expectation: " + visible(id) + " excuses no row: it no longer occurs, or matches none\n";
  if (comparison.not_comparable()) out += "not comparable: " + visible(*comparison.not_comparable()) + "\n";
  return out + counts_text(comparison) + "\n";
}

}  // namespace ulpgate::report
