#include "reports/record/merge.h"

#include <set>

#include "reports/record/error.h"
#include "reports/record/json_text.h"

namespace ulpgate::report {
namespace {

[[noreturn]] void refuse(const std::string& left, const std::string& right, const std::string& field) {
  throw InputError(left + " and " + right + " are not of one run: " + field + " differs");
}

void same(const std::string& left, const std::string& right, const std::string& field, const Json& a,
          const Json& b) {
  if (const auto below = first_difference(a, b))
    refuse(left, right, below->empty() ? field : field + "." + *below);
}

class Merger {
 public:
  void add(RecordFile& file) {
    for (std::string& problem : file.problems) report_.footer.problems.push_back(std::move(problem));
    if (!file.header) return;
    identity(file);
    implementation(file);
    requirements(file);
    formats(file);
    rows(file);
  }

  Report result(std::vector<std::string> problems) && {
    if (first_.empty()) throw InputError("there is nothing to report: no record file has a header");
    for (std::string& problem : problems) report_.footer.problems.push_back(std::move(problem));
    if (report_.environment.is_null()) {
      report_.environment = {
          {"host", Json::object()}, {"build", Json::object()}, {"variables", Json::object()}};
    }
    finish(report_);
    return std::move(report_);
  }

 private:
  void identity(const RecordFile& file) {
    const Header& header = *file.header;
    if (first_.empty()) {
      first_ = file.name;
      report_.suite = header.suite;
      report_.tier = header.tier;
      report_.seed = header.seed;
    }
    same(first_, file.name, "suite", to_json(report_.suite), to_json(header.suite));
    if (report_.tier != header.tier) refuse(first_, file.name, "tier");
    if (report_.seed != header.seed) refuse(first_, file.name, "seed");
    // A file that was cut before its environment says nothing of it.
    if (file.environment.is_null()) return;
    if (report_.environment.is_null()) {
      environment_of_ = file.name;
      report_.environment = file.environment;
    }
    same(environment_of_, file.name, "environment", report_.environment, file.environment);
  }

  void implementation(const RecordFile& file) {
    const ImplementationInfo& info = file.header->implementation;
    const auto [found, is_new] = report_.implementations.emplace(info.name, info);
    if (is_new) implementation_of_[info.name] = file.name;
    const std::string& other = implementation_of_[info.name];
    const std::string field = "implementation." + info.name;
    if (found->second.version != info.version) refuse(other, file.name, field + ".version");
    if (found->second.description != info.description) refuse(other, file.name, field + ".description");
  }

  void requirements(const RecordFile& file) {
    for (const auto& [id, text] : file.header->requirements) {
      const auto [found, is_new] = report_.requirements.emplace(id, text);
      if (is_new) requirement_of_[id] = file.name;
      if (found->second != text) refuse(requirement_of_[id], file.name, "requirements." + id);
    }
  }

  void formats(const RecordFile& file) {
    for (const auto& [name, facts] : file.header->formats) {
      const auto [found, is_new] = report_.formats.emplace(name, facts);
      if (is_new) format_of_[name] = file.name;
      if (found->second != facts) refuse(format_of_[name], file.name, "formats." + name);
    }
  }

  void rows(RecordFile& file) {
    std::set<std::string> judged;
    for (Row& row : file.rows) {
      judged.insert(row.id);
      report_.rows.push_back(std::move(row));
    }
    for (const RowIdentity& planned : file.plan) {
      const auto [found, is_new] = row_of_.emplace(planned.id, file.name);
      if (!is_new) throw InputError(found->second + " and " + file.name + " both hold row " + planned.id);
      if (judged.contains(planned.id)) continue;
      report_.footer.missing.push_back(planned.id);
      const std::string state = file.footer ? " ends without it" : " is truncated";
      report_.rows.push_back(
          unjudged_row(planned, Verdict::not_run,
                       Reason{"lost", "the run was interrupted before this row: " + file.name + state}));
    }
  }

  Report report_;
  std::string first_, environment_of_;
  std::map<std::string, std::string> implementation_of_, requirement_of_, format_of_, row_of_;
};

}  // namespace

Report merge(std::vector<RecordFile> files, std::vector<std::string> problems) {
  Merger merger;
  for (RecordFile& file : files) merger.add(file);
  return std::move(merger).result(std::move(problems));
}

}  // namespace ulpgate::report
