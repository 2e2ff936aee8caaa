// The suite is held to its purpose: every planted fault is convicted by the requirement that names it, and
// the correct converter that they are made from is not accused.
#include "suites/self/conviction.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "fixtures/mutants/gemm/wrapped.h"
#include "kernels/api/registry.h"
#include "suites/framework/row_judge.h"

namespace ulpgate {
namespace {

using conviction::judge_plugin;
using conviction::Judged;
using conviction::mutant_path;
using nlohmann::json;

/// Whether a row is about the formats, and for gemm the variant, that a witness names.
bool concerns(const RowIdentity& row, const json& witness) {
  if (row.operation == "convert")
    return row.formats == report::Formats{{"from", witness["from"]}, {"to", witness["to"]}};
  std::vector<std::string> formats;
  for (const auto& [role, format] : row.formats) {
    if (role == "a" || role == "b" || role == "d") formats.push_back(format);
  }
  return witness["formats"] == formats && row.variant == witness.value("variant", "plain");
}

class ConvictionOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ConvictionOf, EachIsConvictedByItsRequirement) {
  const std::string operation = GetParam();
  const json mutants =
      json::parse(std::ifstream(std::string(ULPGATE_MUTANT_LISTS) + "/" + operation + "/mutants.json"));
  std::set<std::string> requirements_with_a_mutant;
  for (const json& mutant : mutants) {
    const std::string requirement = mutant["convicted_by"];
    const Judged judged = judge_plugin(operation, mutant_path(mutant), [&](const RowIdentity& id) {
      return id.requirement == requirement && concerns(id, mutant["witness"]);
    });
    EXPECT_TRUE(judged.convicts(requirement))
        << mutant["id"] << ": " << mutant["fault"] << " is not convicted by " << requirement;
    for (const Row& row : judged.rows) {
      if (!report::fails_a_run(row.verdict)) continue;
      EXPECT_FALSE(row.message.empty()) << row.id;
    }
    requirements_with_a_mutant.insert(requirement);
  }
  for (const Requirement& r : find_suite(operation)->requirements) {
    // Statistics convict nobody; two more have a test below.
    if (r.level == report::Level::quality || r.id == "GEMM-MODEL-1" || r.id == "GEMM-SELF-1") continue;
    EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
        << r.id << " has no mutant that it convicts";
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, ConvictionOf, ::testing::Values("convert", "gemm"),
                         [](const auto& operation) { return std::string(operation.param); });

/// Verdicts of one requirement.
std::vector<Row> judge_requirement(Implementation& implementation, std::string_view requirement) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "mutant",
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = {}};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("gemm")->plan(context)) {
    if (planned.identity.requirement == requirement) rows.push_back(judge_row(planned, context, {}));
  }
  EXPECT_FALSE(rows.empty()) << requirement;
  return rows;
}

std::unique_ptr<Implementation> control() {
  return make_implementation(std::string("plugin:") + ULPGATE_PLUGINS_FOLDER + "/gemm_control.so");
}

TEST(Conviction, AModelOfAnotherArchitecture) {
  for (const Row& row : judge_requirement(*mutants::model_of_another_architecture(), "GEMM-MODEL-1"))
    EXPECT_EQ(row.verdict, Verdict::fail) << row.id;
}

TEST(Conviction, AnInstructionOnRoundedOperands) {
  const auto right = mutants::tf32_inputs(false);
  for (const char* requirement : {"GEMM-MODEL-1", "GEMM-EXACT-1", "GEMM-ACC-1", "GEMM-BITS-1", "GEMM-ROUND-1",
                                  "GEMM-SPECIAL-1", "GEMM-KNOWN-1", "GEMM-STRIDE-1"}) {
    for (const Row& row : judge_requirement(*right, requirement))
      EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
  for (const Row& row : judge_requirement(*mutants::tf32_inputs(true), "GEMM-MODEL-1"))
    EXPECT_EQ(row.verdict, Verdict::fail) << row.id;
}

TEST(Conviction, AProductOfAMatrixWithItself) {
  for (const Row& row : judge_requirement(*mutants::faulty_self_product(control()), "GEMM-SELF-1"))
    EXPECT_EQ(row.verdict, Verdict::fail) << row.id;
}

TEST(Conviction, ScalesOfRows) {
  for (const bool fault : {false, true}) {
    for (const Row& row : judge_requirement(*mutants::row_scaled(control(), fault), "GEMM-OPSCALE-1"))
      EXPECT_EQ(row.verdict, fault ? Verdict::fail : Verdict::pass) << row.id << ": " << row.message;
  }
}

TEST(Conviction, TheControlsAreNotAccused) {
  for (const auto& [operation, control] :
       {std::pair{"convert", "control"}, std::pair{"gemm", "gemm_control"}}) {
    const Judged judged = judge_plugin(operation, std::string(ULPGATE_PLUGINS_FOLDER) + "/" + control + ".so",
                                       [](const RowIdentity&) { return true; });
    EXPECT_GT(judged.rows.size(), 100U);
    for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
}

TEST(Conviction, DoingNothingUsefulIsConvictedForEveryPairOfFormats) {
  for (const char* name : {"zero", "copy_input", "stale", "nan_filled"}) {
    const Judged judged =
        judge_plugin("convert", std::string(ULPGATE_PLUGINS_FOLDER) + "/" + name + ".so",
                     [](const RowIdentity& id) { return id.requirement == "CONVERT-ROUND-1"; });
    ASSERT_FALSE(judged.rows.empty()) << name;
    for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::fail) << name << ": " << row.id;
  }
}

TEST(Conviction, ShrunkCasesAreSmall) {
  const Judged judged =
      judge_plugin("convert", std::string(ULPGATE_MUTANTS_FOLDER) + "/mutant_convert_M01.so",
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
