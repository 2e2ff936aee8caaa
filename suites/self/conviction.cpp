#include "suites/self/conviction.h"

#include "kernels/api/registry.h"
#include "suites/framework/row_judge.h"

namespace ulpgate::conviction {

bool Judged::convicts(const std::string& requirement) const {
  for (const Row& row : rows) {
    if (row.requirement == requirement && report::fails_a_run(row.verdict)) return true;
  }
  return false;
}

/// Judges the rows of a plug-in that `wanted` picks, at the standard tier.
Judged judge_plugin(const std::string& operation, const std::string& path,
                    const std::function<bool(const RowIdentity&)>& wanted) {
  const auto implementation = make_implementation("plugin:" + path);
  const SuiteContext context{.implementation = *implementation,
                             .spec = "plugin:" + path,
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = {}};
  Judged judged;
  for (const PlannedRow& planned : find_suite(operation)->plan(context)) {
    if (wanted(planned.identity)) judged.rows.push_back(judge_row(planned, context, {}));
  }
  return judged;
}

std::string mutant_path(const nlohmann::json& mutant) {
  return std::string(ULPGATE_MUTANTS_FOLDER) + "/" + std::string(mutant["library"]) + ".so";
}

}  // namespace ulpgate::conviction
