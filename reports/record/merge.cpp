#include "reports/record/merge.h"

#include <set>

#include "reports/record/error.h"
#include "reports/record/one_run.h"

namespace ulpgate::report {
namespace {

class Merger {
 public:
  void add(RecordFile& file) {
    for (std::string& problem : file.problems) report_.footer.problems.push_back(std::move(problem));
    if (!file.header) return;
    const Header& header = *file.header;
    if (run_.empty()) {
      first_ = file.name;
      report_.shard = header.shard;
    }
    run_.identity(file.name, header.suite, header.tier, header.seed);
    if (report_.shard != header.shard)
      refuse_mixture(first_, file.name, "shard", shard_json(report_.shard), shard_json(header.shard));
    // A file that was cut before its environment says nothing of it.
    if (!file.environment.is_null()) run_.environment(file.name, file.environment);
    run_.implementation(file.name, header.implementation);
    run_.requirements(file.name, header.requirements);
    run_.formats(file.name, header.formats);
    std::vector<std::string>& stale = report_.footer.stale_expectations;
    stale.insert(stale.end(), header.unmatched_expectations.begin(), header.unmatched_expectations.end());
    rows(file);
  }

  Report result(std::vector<std::string> problems) && {
    if (run_.empty()) throw InputError("there is nothing to report: no record file has a header");
    for (std::string& problem : problems) report_.footer.problems.push_back(std::move(problem));
    if (report_.environment.is_null()) {
      report_.environment = {
          {"host", Json::object()}, {"build", Json::object()}, {"variables", Json::object()}};
    }
    finish(report_);
    return std::move(report_);
  }

 private:
  static Json shard_json(const std::optional<Shard>& shard) { return shard ? to_json(*shard) : Json(); }

  void rows(RecordFile& file) {
    std::set<std::string> judged;
    for (Row& row : file.rows) {
      judged.insert(row.id);
      report_.rows.push_back(std::move(row));
    }
    for (const RowIdentity& planned : file.plan) {
      const std::string elsewhere = run_.row_elsewhere(file.name, planned.id);
      if (!elsewhere.empty())
        throw InputError(elsewhere + " and " + file.name + " both hold row " + planned.id);
      if (judged.contains(planned.id)) continue;
      report_.footer.missing.push_back(planned.id);
      const std::string state = file.footer ? " ends without it" : " is truncated";
      report_.rows.push_back(
          unjudged_row(planned, Verdict::not_run,
                       Reason{"lost", "the run was interrupted before this row: " + file.name + state}));
    }
  }

  Report report_;
  OneRun run_{report_};
  std::string first_;
};

}  // namespace

Report merge(std::vector<RecordFile> files, std::vector<std::string> problems) {
  Merger merger;
  for (RecordFile& file : files) merger.add(file);
  return std::move(merger).result(std::move(problems));
}

}  // namespace ulpgate::report
