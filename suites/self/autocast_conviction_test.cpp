// The suite of autocast is held to its purpose: every planted fault is convicted by the requirement that
// names it, with one call, and the host's regions are not accused.
#include <gtest/gtest.h>
#include <set>

#include "fixtures/mutants/autocast/wrapped.h"
#include "kernels/api/registry.h"
#include "reports/record/error.h"
#include "suites/autocast/autocast_case.h"
#include "suites/framework/row_judge.h"

namespace ulpgate {
namespace {

std::vector<Row> judge(Implementation& implementation, std::string_view requirement) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "host",
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 1,
                             .failures = {}};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("autocast")->plan(context)) {
    if (requirement.empty() || planned.identity.requirement == requirement)
      rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

TEST(AutocastConviction, EachIsConvictedByItsRequirement) {
  std::set<std::string_view> requirements_with_a_mutant;
  for (const mutants::AutocastFault& fault : mutants::autocast_faults()) {
    const auto faulty = mutants::faulty_autocast(make_implementation("host"), fault);
    const std::vector<Row> rows = judge(*faulty, fault.convicted_by);
    ASSERT_EQ(rows.size(), 1u) << fault.id;
    EXPECT_EQ(rows[0].verdict, Verdict::fail) << fault.id << ": " << fault.fault << "; " << rows[0].message;
    EXPECT_NE(rows[0].message.find(", expected "), std::string::npos) << rows[0].message;
    requirements_with_a_mutant.insert(fault.convicted_by);
  }
  for (const Requirement& r : find_suite("autocast")->requirements)
    EXPECT_TRUE(requirements_with_a_mutant.contains(r.id)) << r.id << " has no mutant that it convicts";
}

TEST(AutocastConviction, CasesAreReadBackAsTheyWereWritten) {
  const autocast::AutocastCase c{"mm", {&formats::fp32, &formats::bf16}, &formats::fp64, true};
  const autocast::AutocastCase read = autocast::case_from_json(autocast::to_json(c));
  EXPECT_EQ(autocast::case_text(read), autocast::case_text(c));
  EXPECT_EQ(read.inputs, c.inputs);
  for (const char* bad :
       {R"([])", R"({"operation": 1, "inputs": ["fp32"]})", R"({"operation": "mm"})",
        R"({"operation": "mm", "inputs": []})", R"({"operation": "mm", "inputs": ["e4m3"]})",
        R"({"operation": "mm", "inputs": ["fp32"], "dtype": "int8"})"})
    EXPECT_THROW(autocast::case_from_json(nlohmann::ordered_json::parse(bad)), report::InputError) << bad;
}

TEST(AutocastConviction, TheHostIsNotAccused) {
  const auto host = make_implementation("host");
  const std::vector<Row> rows = judge(*host, "");
  EXPECT_GT(rows.size(), 24u);
  for (const Row& row : rows) {
    EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
    EXPECT_GT(row.judged, 0u) << row.id;
  }
}

}  // namespace
}  // namespace ulpgate
