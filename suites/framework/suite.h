#pragma once
// A suite tests one operation. It plans rows, each one requirement on one offer of one implementation, and
// judges them.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/implementation.h"
#include "reports/record/row.h"
#include "suites/framework/requirement.h"
#include "suites/framework/tier.h"

namespace ulpgate {

using report::Row;
using report::RowIdentity;
using report::Verdict;

/// What a suite works with. Outlives the plan.
struct SuiteContext {
  Implementation& implementation;
  std::string spec;  ///< how a user names the implementation: f16c, plugin:PATH.so
  Tier tier = Tier::standard;
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::filesystem::path failures;  ///< folder for failure files; empty: none are written
};

struct PlannedRow {
  RowIdentity identity;
  /// Fills verdict, counts and evidence into a row that already has its identity, claims and seed. May throw;
  /// that fails the row.
  std::function<void(Row&)> judge;
  report::StringMap claims;
  report::StringMap ran;
};

struct Suite {
  std::string_view operation;
  std::span<const Requirement> requirements;
  std::vector<PlannedRow> (*plan)(const SuiteContext&);
  /// Judges the case of a failure file again: empty when the requirement holds now, else what is wrong.
  /// Throws report::InputError for a case that makes no sense.
  std::string (*replay)(Implementation&, const RowIdentity&, const nlohmann::ordered_json& the_case);
};

/// Every suite of this build.
std::span<const Suite* const> all_suites();
const Suite* find_suite(std::string_view operation);
/// Those every suite shares: loading, claims.
std::span<const Requirement> common_requirements();
/// In all suites and the common ones; nullptr where no requirement has that id.
const Requirement* find_requirement(std::string_view id);

/// "operation/implementation/variant-path/REQUIREMENT": see RowIdentity::id. Empty parts are left out.
std::string row_id(std::string_view operation, std::string_view implementation, std::string_view formats,
                   std::string_view variant, std::string_view requirement);

}  // namespace ulpgate
