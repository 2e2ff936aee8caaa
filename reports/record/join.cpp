#include "reports/record/join.h"

#include <map>

#include "reports/record/error.h"
#include "reports/record/one_run.h"

namespace ulpgate::report {
namespace {

void check_complete(const PartOfRun& part) {
  const ReportFooter& footer = part.report.footer;
  if (footer.complete) return;
  const std::string& why =
      footer.problems.empty() ? footer.missing.front() + " was never judged" : footer.problems.front();
  throw InputError(part.name + " is not complete, and a whole needs whole parts: " + why);
}

/// Shards of the same run, each once.
class Shards {
 public:
  void add(const PartOfRun& part) {
    if (!part.report.shard) return;
    const Shard& shard = *part.report.shard;
    if (shards_.empty()) first_ = &part;
    const Shard& first = *first_->report.shard;
    if (shard.count != first.count)
      refuse_mixture(first_->name, part.name, "shard.count", first.count, shard.count);
    if (shard.asked != first.asked)
      refuse_mixture(first_->name, part.name, "shard.asked", first.asked, shard.asked);
    const auto [found, is_new] = shards_.emplace(shard.index, part.name);
    if (!is_new) throw InputError(found->second + " and " + part.name + " are both " + name(shard));
  }

  void check_all_there() const {
    if (shards_.empty()) return;
    Shard wanted = *first_->report.shard;
    for (wanted.index = 1; wanted.index <= wanted.count; ++wanted.index) {
      if (!shards_.contains(wanted.index))
        throw InputError(name(wanted) + " is missing: " + first_->name + " is " +
                         name(*first_->report.shard));
    }
  }

 private:
  const PartOfRun* first_ = nullptr;
  std::map<std::uint64_t, std::string> shards_;
};

/// What could not be loaded has no other row, so every shard says so.
bool says_what_is_said(const Row& row, const Row& other) {
  Row same_time = row;
  same_time.seconds = other.seconds;
  return row.requirement == "API-LOAD-1" && row.verdict != Verdict::pass && same_time == other;
}

}  // namespace

Report join(std::vector<PartOfRun> parts) {
  if (parts.empty()) throw InputError("there is nothing to merge");
  Report whole;
  OneRun run(whole);
  Shards shards;
  std::map<std::string, Row> load_rows;
  for (const PartOfRun& part : parts) {
    const Report& report = part.report;
    run.identity(part.name, report.suite, report.tier, report.seed);
    run.environment(part.name, report.environment);
    for (const auto& [name, info] : report.implementations) run.implementation(part.name, info);
    run.requirements(part.name, report.requirements);
    run.formats(part.name, report.formats);
    check_complete(part);
    shards.add(part);
  }
  shards.check_all_there();
  for (PartOfRun& part : parts) {
    const bool is_shard = part.report.shard.has_value();
    for (Row& row : part.report.rows) {
      if (const std::string elsewhere = run.row_elsewhere(part.name, row.id); !elsewhere.empty()) {
        const auto loading = load_rows.find(row.id);
        if (is_shard && loading != load_rows.end() && says_what_is_said(row, loading->second)) continue;
        throw InputError(elsewhere + " and " + part.name + " both hold row " + row.id);
      }
      if (is_shard && row.requirement == "API-LOAD-1") load_rows.emplace(row.id, row);
      whole.rows.push_back(std::move(row));
    }
    if (whole.started.empty() || (!part.report.started.empty() && part.report.started < whole.started))
      whole.started = part.report.started;
    std::vector<std::string>& stale = whole.footer.stale_expectations;
    const std::vector<std::string>& of_part = part.report.footer.stale_expectations;
    stale.insert(stale.end(), of_part.begin(), of_part.end());
    whole.seconds += part.report.seconds;
  }
  finish(whole);
  return whole;
}

}  // namespace ulpgate::report
