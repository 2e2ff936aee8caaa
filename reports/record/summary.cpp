#include "reports/record/summary.h"

#include <cstdio>
#include <map>
#include <set>

#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

void add(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string operations(const Report& report) {
  std::set<std::string> names;
  for (const Row& row : report.rows) names.insert(row.operation);
  if (names.empty()) return "no operation";
  if (names.size() > 4) return std::to_string(names.size()) + " operations";
  std::string list;
  for (const std::string& name : names) add(list, name);
  return list;
}

}  // namespace

std::string brief_count(std::uint64_t count) {
  if (count < 10'000'000) return std::to_string(count);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1e", static_cast<double>(count));
  return text.data();
}

std::string not_run_categories(const Report& report) {
  std::map<std::string, std::uint64_t> categories;
  for (const Row& row : report.rows) {
    if (row.verdict == Verdict::not_run && row.reason) ++categories[row.reason->category];
  }
  if (categories.size() == 1) return categories.begin()->first;
  std::string list;
  for (const auto& [category, count] : categories) add(list, std::to_string(count) + " " + category);
  return list;
}

std::string why_not(const Report& report) {
  std::string why;
  for (const Verdict verdict : all_verdicts) {
    const std::uint64_t count = report.footer.counts[verdict];
    if (fails_a_run(verdict) && count > 0) add(why, std::to_string(count) + " " + std::string(name(verdict)));
  }
  if (report.footer.judged == 0) add(why, "nothing was judged");
  if (!report.footer.complete) add(why, "the run is not complete");
  return why;
}

int exit_status(const Report& report) { return why_not(report).empty() ? 0 : 1; }

std::string headline(const Report& report) {
  std::string counts;
  for (const Verdict verdict : all_verdicts) {
    const std::uint64_t count = report.footer.counts[verdict];
    if (count == 0) continue;
    add(counts, std::to_string(count) + " " + std::string(name(verdict)));
    if (verdict == Verdict::not_run) counts += " (" + not_run_categories(report) + ")";
  }
  std::string line = exit_status(report) == 0 ? "PASS  " : "FAIL  ";
  line += operations(report) + ": " + (counts.empty() ? "no rows" : counts);
  line += report.footer.judged == 0 ? "; nothing was judged"
                                    : "; judged " + brief_count(report.footer.judged) + " elements";
  if (report.shard) line += "; " + name(*report.shard);
  const ReportFooter& footer = report.footer;
  if (!footer.stale_expectations.empty()) {
    line += "; " + std::to_string(footer.stale_expectations.size()) + " stale expectations";
  }
  if (!footer.complete) {
    line += "; INCOMPLETE: " + std::to_string(footer.missing.size()) + " rows missing, " +
            std::to_string(footer.problems.size()) + " problems";
  }
  return one_line(line);
}

}  // namespace ulpgate::report
