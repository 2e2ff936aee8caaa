// The suite is held to its purpose: every planted fault is convicted by the requirement that names it, and
// the correct converter that they are made from is not accused.
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "kernels/api/registry.h"
#include "suites/framework/row_judge.h"

namespace ulpgate {
namespace {

using nlohmann::json;

struct Judged {
  std::vector<Row> rows;

  bool convicts(const std::string& requirement) const {
    for (const Row& row : rows) {
      if (row.requirement == requirement && report::fails_a_run(row.verdict)) return true;
    }
    return false;
  }
};

/// Judges the rows of a plug-in that `wanted` picks, at the standard tier.
Judged judge_plugin(const std::string& path, const std::function<bool(const RowIdentity&)>& wanted) {
  const auto implementation = make_implementation("plugin:" + path);
  const SuiteContext context{.implementation = *implementation,
                             .spec = "plugin:" + path,
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = {}};
  Judged judged;
  for (const PlannedRow& planned : find_suite("convert")->plan(context)) {
    if (wanted(planned.identity)) judged.rows.push_back(judge_row(planned, context, {}));
  }
  return judged;
}

json mutants() { return json::parse(std::ifstream(ULPGATE_MUTANTS_JSON)); }

TEST(Conviction, EachIsConvictedByItsRequirement) {
  std::set<std::string> requirements_with_a_mutant;
  for (const json& mutant : mutants()) {
    const std::string requirement = mutant["convicted_by"];
    const std::string from = mutant["witness"]["from"], to = mutant["witness"]["to"];
    const report::Formats formats{{"from", from}, {"to", to}};
    const Judged judged = judge_plugin(
        std::string(ULPGATE_MUTANTS_FOLDER) + "/" + std::string(mutant["library"]) + ".so",
        [&](const RowIdentity& id) { return id.requirement == requirement && id.formats == formats; });
    EXPECT_TRUE(judged.convicts(requirement))
        << mutant["id"] << ": " << mutant["fault"] << " is not convicted by " << requirement;
    for (const Row& row : judged.rows) {
      if (!report::fails_a_run(row.verdict)) continue;
      EXPECT_FALSE(row.message.empty()) << row.id;
    }
    requirements_with_a_mutant.insert(requirement);
  }
  for (const Requirement& r : find_suite("convert")->requirements) {
    EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
        << r.id << " has no mutant that it convicts";
  }
}

TEST(Conviction, TheControlIsNotAccused) {
  const Judged judged = judge_plugin(std::string(ULPGATE_PLUGINS_FOLDER) + "/control.so",
                                     [](const RowIdentity&) { return true; });
  EXPECT_GT(judged.rows.size(), 100U);
  for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
}

TEST(Conviction, DoingNothingUsefulIsConvictedForEveryPairOfFormats) {
  for (const char* name : {"zero", "copy_input", "stale", "nan_filled"}) {
    const Judged judged =
        judge_plugin(std::string(ULPGATE_PLUGINS_FOLDER) + "/" + name + ".so",
                     [](const RowIdentity& id) { return id.requirement == "CONVERT-ROUND-1"; });
    ASSERT_FALSE(judged.rows.empty()) << name;
    for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::fail) << name << ": " << row.id;
  }
}

TEST(Conviction, ShrunkCasesAreSmall) {
  const Judged judged =
      judge_plugin(std::string(ULPGATE_MUTANTS_FOLDER) + "/mutant_convert_M01.so",
                   [](const RowIdentity& id) { return id.requirement == "CONVERT-ROUND-1"; });
  bool found = false;
  for (const Row& row : judged.rows) {
    if (row.verdict != Verdict::fail) continue;
    found = true;
    EXPECT_NE(row.message.find("smallest case: 1 element(s); element 0"), std::string::npos) << row.message;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace ulpgate
