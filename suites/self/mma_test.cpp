// Suite mma is held to its purpose: every planted fault is convicted by the requirement that names it, and no
// instruction's own model is accused.
#include <gtest/gtest.h>
#include <set>

#include "fixtures/mutants/mma/mutants.h"
#include "suites/framework/row_judge.h"

namespace ulpgate {
namespace {

using mutants::InstructionModel;
using mutants::MmaMutant;

std::vector<Row> judge(Implementation& implementation, Tier tier,
                       const std::function<bool(const RowIdentity&)>& wanted) {
  const SuiteContext context{.implementation = implementation,
                             .spec = "mma_model",
                             .tier = tier,
                             .seed = 1,
                             .threads = 1,
                             .failures = {}};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("mma")->plan(context)) {
    if (wanted(planned.identity)) rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

bool every(const RowIdentity&) { return true; }

std::vector<MmaMutant> all_mutants() {
  std::vector<MmaMutant> all;
  for (const auto& table : {mutants::arithmetic_mutants(), mutants::tile_mutants(), mutants::call_mutants()})
    all.insert(all.end(), table.begin(), table.end());
  return all;
}

TEST(MmaSuite, NoModelIsAccused) {
  InstructionModel models(mutants::all_instructions());
  const Tier tier = getenv("TIER") != nullptr ? *tier_named(getenv("TIER")) : Tier::smoke;
  std::map<std::string, double> seconds;
  std::map<std::string, double> by_offer;
  const std::vector<Row> rows = judge(models, tier, every);
  double total = 0;
  for (const Row& row : rows) {
    EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
    EXPECT_TRUE(row.requirement == "API-CLAIM-1" || row.judged >= 64) << row.id << " " << row.judged;
    seconds[row.requirement] += row.seconds;
    by_offer[row.variant] += row.seconds;
    total += row.seconds;
  }
  for (auto& [r, s] : seconds) printf("%s %.3f\n", r.c_str(), s);
  for (auto& [r, s] : by_offer)
    if (s > 0.25) printf("  %s %.3f\n", r.c_str(), s);
  printf("offers %zu rows %zu total %.2f\n", models.offers().size(), rows.size(), total);
}

TEST(MmaSuite, EachMutantIsConvictedByItsRequirement) {
  std::set<std::string_view> ids, requirements;
  for (const MmaMutant& mutant : all_mutants()) {
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id << " is there twice";
    requirements.insert(mutant.convicted_by);
    const auto instruction = mutants::instruction_named(std::string(mutant.instruction));
    ASSERT_NE(instruction.entry, nullptr) << mutant.id;
    InstructionModel faulty({instruction}, mutant.change);
    const auto rows = judge(faulty, Tier::standard,
                            [&](const RowIdentity& id) { return id.requirement == mutant.convicted_by; });
    ASSERT_EQ(rows.size(), 1U) << mutant.id;
    EXPECT_EQ(rows.front().verdict, Verdict::fail)
        << mutant.id << ": " << mutant.fault << " is not convicted by " << mutant.convicted_by;
    EXPECT_FALSE(rows.front().message.empty()) << mutant.id;
    printf("%s %.2f s %s\n", std::string(mutant.id).c_str(), rows.front().seconds,
           rows.front().message.c_str());
  }
  for (const Requirement& r : find_suite("mma")->requirements)
    EXPECT_TRUE(requirements.contains(r.id)) << r.id << " has no mutant that it convicts";
}

}  // namespace
}  // namespace ulpgate
