// The suite of the loss scaler is held to its purpose: every planted fault is convicted by the requirement
// that names it, shrunk to the shortest script that shows it, and neither the correct plug-in nor the host's
// scaler is accused.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "kernels/api/registry.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/row_judge.h"
#include "suites/scaler/case_json.h"
#include "suites/self/conviction.h"

namespace ulpgate {
namespace {

using nlohmann::json;

json mutants() {
  return json::parse(std::ifstream(std::string(ULPGATE_MUTANT_LISTS) + "/scaler/mutants.json"));
}

std::vector<Row> judge(const std::string& spec, const std::filesystem::path& failures,
                       const std::function<bool(const RowIdentity&)>& wanted) {
  const auto implementation = make_implementation(spec);
  const SuiteContext context{.implementation = *implementation,
                             .spec = spec,
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = failures};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("grad_scaler")->plan(context)) {
    if (wanted(planned.identity)) rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

bool concerns(const RowIdentity& row, const json& witness) {
  return row.variant == witness.value("variant", "plain") &&
         row.formats.front().second == witness.value("format", "fp32");
}

TEST(ScalerConviction, EachIsConvictedByItsRequirementAndShrunk) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "scaler_conviction";
  std::filesystem::remove_all(folder);
  std::set<std::string> requirements_with_a_mutant;
  for (const json& mutant : mutants()) {
    const std::string requirement = mutant["convicted_by"], id = mutant["id"];
    const std::string spec = "plugin:" + conviction::mutant_path(mutant);
    const auto failures = folder / id;
    const std::vector<Row> rows = judge(spec, failures, [&](const RowIdentity& row) {
      return row.requirement == requirement && concerns(row, mutant["witness"]);
    });
    ASSERT_EQ(rows.size(), 1u) << id;
    EXPECT_EQ(rows[0].verdict, Verdict::fail) << id << ": " << rows[0].message;
    if (rows[0].verdict != Verdict::fail) continue;
    ASSERT_FALSE(rows[0].replay.empty()) << id << ": " << rows[0].message;
    const Failure failure = read_failure(std::filesystem::directory_iterator(failures)->path());
    EXPECT_LE(scaler::case_from_json(failure.the_case).script.size(), mutant["commands"].get<std::size_t>())
        << id << ": " << failure.message;
    const auto faulty = make_implementation(spec);
    EXPECT_NE(find_suite("grad_scaler")->replay(*faulty, failure.row, failure.the_case), "") << id;
    const auto control =
        make_implementation("plugin:" + std::string(ULPGATE_PLUGINS_FOLDER) + "/scaler_control.so");
    EXPECT_EQ(find_suite("grad_scaler")->replay(*control, failure.row, failure.the_case), "") << id;
    requirements_with_a_mutant.insert(requirement);
  }
  for (const Requirement& r : find_suite("grad_scaler")->requirements)
    EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
        << r.id << " has no mutant that it convicts";
}

TEST(ScalerConviction, RightOnesAreNotAccused) {
  const std::string control = "plugin:" + std::string(ULPGATE_PLUGINS_FOLDER) + "/scaler_control.so";
  for (const std::string& spec : {control, std::string("host")}) {
    const std::vector<Row> rows = judge(spec, {}, [](const RowIdentity&) { return true; });
    EXPECT_GT(rows.size(), 60u);
    for (const Row& row : rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
}

}  // namespace
}  // namespace ulpgate
