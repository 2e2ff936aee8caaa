#pragma once
// Judging plug-ins with planted faults, for the tests of conviction.
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/framework/suite.h"

namespace ulpgate::conviction {

struct Judged {
  std::vector<Row> rows;

  bool convicts(const std::string& requirement) const;
};

/// Judges the rows of a plug-in that `wanted` picks, at the standard tier.
Judged judge_plugin(const std::string& operation, const std::string& path,
                    const std::function<bool(const RowIdentity&)>& wanted);

/// Where the plug-in of an entry of a list of mutants lies.
std::string mutant_path(const nlohmann::json& mutant);

}  // namespace ulpgate::conviction
