// Answers of experiments as a table and as JSON.
#include "suites/framework/table.h"
#include "suites/probe/experiment.h"

namespace ulpgate::probe {
namespace {

std::string profile_text(const std::optional<bool>& as_profile) {
  if (!as_profile) return "-";
  return *as_profile ? "as claimed" : "NOT as claimed";
}

}  // namespace

std::string experiment_table(const Experiment& experiment, const std::vector<ExperimentAnswer>& answers) {
  if (answers.empty()) return {};
  std::vector<std::vector<std::string>> rows{
      {"  variant", "formats", "asked", "result", "profile", "meaning"}};
  for (const ExperimentAnswer& a : answers) {
    rows.push_back({"  " + a.variant, a.formats, a.asked, a.result.empty() ? "-" : a.result,
                    profile_text(a.as_profile), a.meaning});
  }
  return experiment.name + " (item " + experiment.item + "): " + experiment.question + "\n" +
         table_text(rows);
}

report::Json experiment_json(const Experiment& experiment, const std::vector<ExperimentAnswer>& answers) {
  report::Json json;
  json["experiment"] = experiment.name;
  json["item"] = experiment.item;
  json["question"] = experiment.question;
  json["answers"] = report::Json::array();
  for (const ExperimentAnswer& a : answers) {
    json["answers"].push_back(
        {{"variant", a.variant},
         {"formats", a.formats},
         {"asked", a.asked},
         {"result", a.result.empty() ? report::Json(nullptr) : report::Json(a.result)},
         {"meaning", a.meaning},
         {"as_profile", a.as_profile ? report::Json(*a.as_profile) : report::Json(nullptr)}});
  }
  return json;
}

}  // namespace ulpgate::probe
