// The suites of optimizer steps are held to their purpose: every planted fault is convicted by the
// requirement that names it, and the host's steps are not accused.
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "fixtures/mutants/optimizer/wrapped.h"
#include "kernels/api/registry.h"
#include "suites/framework/row_judge.h"

namespace ulpgate {
namespace {

constexpr const char* operations[] = {"adamw_step", "sgd_step",      "clip_grad_norm", "gradient_norm",
                                      "accumulate", "unscale_check", "scale_update"};

std::vector<Row> judge(Implementation& implementation, std::string_view operation,
                       std::string_view requirement) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "host",
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = {}};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite(operation)->plan(context)) {
    if (requirement.empty() || planned.identity.requirement == requirement)
      rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

TEST(OptimizerConviction, EachIsConvictedByItsRequirement) {
  std::set<std::string_view> requirements_with_a_mutant;
  for (const mutants::OptimizerFault& fault : mutants::optimizer_faults()) {
    const auto faulty = mutants::faulty_optimizer(make_implementation("host"), fault);
    const std::vector<Row> rows = judge(*faulty, fault.operation, fault.convicted_by);
    ASSERT_EQ(rows.size(), 1u) << fault.id;
    EXPECT_EQ(rows[0].verdict, Verdict::fail) << fault.id << ": " << fault.fault << "; " << rows[0].message;
    // What decides is told: few elements, or those that stick out of many.
    const bool tells_inputs = rows[0].message.find(" = [") != std::string::npos ||
                              rows[0].message.find(" elements, ") != std::string::npos;
    EXPECT_TRUE(tells_inputs) << fault.id << ": " << rows[0].message;
    requirements_with_a_mutant.insert(fault.convicted_by);
  }
  for (const char* operation : operations) {
    for (const Requirement& r : find_suite(operation)->requirements) {
      // Those of all operations on rows have theirs elsewhere, and statistics convict nobody.
      if (r.id.starts_with("ROWS-") || r.level == report::Level::quality) continue;
      EXPECT_TRUE(requirements_with_a_mutant.contains(r.id)) << r.id << " has no mutant that it convicts";
    }
  }
}

TEST(OptimizerConviction, TheHostIsNotAccused) {
  const auto host = make_implementation("host");
  for (const char* operation : operations) {
    const std::vector<Row> rows = judge(*host, operation, "");
    EXPECT_GT(rows.size(), 20u);
    for (const Row& row : rows)
      EXPECT_FALSE(report::fails_a_run(row.verdict)) << row.id << ": " << row.message;
  }
}

}  // namespace
}  // namespace ulpgate
