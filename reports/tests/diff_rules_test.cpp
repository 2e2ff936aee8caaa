// What a change can hide behind: another rule, another sample, an excuse, rows that are missing.
#include <gtest/gtest.h>
#include <memory>

#include "reports/diff/comparison.h"
#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/tests/pairs.h"

namespace ulpgate::report {
namespace {

Comparison compare(const Report& before, const Report& after) {
  return {side_of(before, "old"), side_of(after, "new")};
}

using Edit = void (*)(Row&);

/// The change of one row of before(), to which an edit is made in the new report, and its reasons.
Pair pair_of(const char* variant, Report after, Edit edit) {
  static std::vector<std::unique_ptr<Comparison>> kept;  // pairs point into it
  edit(pairs::row(after, variant));
  finish(after);
  const std::string id = pairs::row(after, variant).id;
  kept.push_back(std::make_unique<Comparison>(compare(pairs::before(), after)));
  for (const Group& group : kept.back()->groups()) {
    for (const Pair& pair : group.pairs)
      if (pair.entry().id == id) return pair;
  }
  return {};
}

TEST(Diff, AFailureThatWentWithAnotherRuleIsNotFixed) {
  const std::vector<std::pair<Edit, std::string>> edits{
      {[](Row& row) { row.claims["rounding"] = "any"; }, "claims.rounding nearest even -> any"},
      {[](Row& row) { row.bound = "two ulps"; },
       "bound half an ulp of the target: correct rounding -> two ulps"},
      {[](Row& row) { row.seed = "2"; }, "seed 1 -> 2"},
      {[](Row& row) { row.recipe = "zeros"; }, "inputs every fp32 with the low 13 bits of a grid -> zeros"},
      {[](Row& row) { row.judged = 16; }, "sample 65536 sampled -> 16 sampled"}};
  for (const auto& [edit, reason] : edits) {
    const Pair pair = pair_of("failing", pairs::fixed(), edit);
    EXPECT_EQ(name(pair.change), "ambiguous") << reason;
    ASSERT_EQ(pair.reasons.size(), 1U) << reason;
    EXPECT_EQ(text_of(pair.reasons[0]), reason);
    const Pair still = pair_of("failing", pairs::before(), edit);
    EXPECT_EQ(name(still.change), "still-fail");
    ASSERT_EQ(still.reasons.size(), 1U) << reason;
    EXPECT_EQ(text_of(still.reasons[0]), reason);
  }
  const Pair larger = pair_of("failing", pairs::fixed(), [](Row& row) { row.judged *= 2; });
  EXPECT_EQ(name(larger.change), "fixed");
  const Pair other_ran = pair_of("failing", pairs::fixed(), [](Row& row) { row.ran["algorithm"] = "34"; });
  EXPECT_EQ(name(other_ran.change), "fixed");
  EXPECT_EQ(text_of(other_ran.reasons.at(0)), "ran.algorithm none -> 34");
}

TEST(Diff, AFailureThatGotWorseIsShownAndStopsAStrictGate) {
  const std::vector<Edit> worse{[](Row& row) { row.failed += 1; },
                                [](Row& row) { row.max_error_over_bound = 2.75; },
                                [](Row& row) {
                                  row.judged *= 2;
                                  row.failed *= 3;
                                }};
  for (const Edit edit : worse) {
    EXPECT_EQ(name(pair_of("failing", pairs::before(), edit).change), "fails-worse");
    Report after = pairs::before();
    edit(pairs::row(after, "failing"));
    finish(after);
    const Comparison comparison = compare(pairs::before(), after);
    EXPECT_EQ(gate(comparison, false).status, 0);
    EXPECT_EQ(gate(comparison, true).status, 1);
    EXPECT_EQ(gate(comparison, true).reason, "1 fails-worse");
    EXPECT_NE(terminal_text(comparison, 10).find("fails-worse (1)"), std::string::npos);
  }
  const std::vector<Edit> not_worse{
      [](Row& row) { row.failed -= 1; }, [](Row& row) { row.max_error_over_bound = 2.25; },
      [](Row& row) { row.max_error_over_bound.reset(); }, [](Row& row) { row.judged *= 2, row.failed *= 2; },
      [](Row& row) { row.seed = "2", row.failed += 1; }};
  for (const Edit edit : not_worse)
    EXPECT_EQ(name(pair_of("failing", pairs::before(), edit).change), "still-fail");
}

TEST(Diff, StaleExpectationsAreNamed) {
  Report after = pairs::before();
  after.footer.stale_expectations = {"EXP-7"};
  const Comparison comparison = compare(pairs::before(), after);
  EXPECT_NE(terminal_text(comparison, 10).find("stale expectation: EXP-7 excuses no row"), std::string::npos);
  EXPECT_NE(annotations(comparison, false).find("::warning title=ulpgate stale expectation::EXP-7"),
            std::string::npos);
}

TEST(Diff, TheSameBitsHeldToAnotherRuleAreNotTheSame) {
  EXPECT_EQ(name(pair_of("a", pairs::before(), [](Row& row) { row.claims["rounding"] = "any"; }).change),
            "ambiguous");
  EXPECT_EQ(name(pair_of("a", pairs::before(), [](Row& row) { row.bound = "two ulps"; }).change),
            "ambiguous");
  EXPECT_EQ(name(pair_of("a", pairs::before(), [](Row& row) { row.recipe = "zeros"; }).change), "same");
}

TEST(Diff, OfABaselineTheDigestsAreCompared) {
  Report after = pairs::before();
  pairs::row(after, "a").claims["rounding"] = "any";
  Side old_side = side_of(pairs::before(), "old");
  for (Entry& entry : old_side.entries) entry.claim_texts.clear();
  const std::string digest = old_side.entries.at(0).claims;
  const Comparison comparison(std::move(old_side), side_of(after, "new"));
  EXPECT_TRUE(text_of(*comparison.groups().back().reason).starts_with("claims " + digest + " -> "));
}

TEST(Diff, AnExcusedFailureStopsAStrictGate) {
  Side old_side = side_of(pairs::before(), "old"), new_side = old_side;
  new_side.entries.at(0).verdict = Verdict::waived;
  const Comparison comparison(std::move(old_side), std::move(new_side));
  EXPECT_EQ(gate(comparison, false).status, 0);
  EXPECT_EQ(gate(comparison, true).status, 1);
  EXPECT_EQ(gate(comparison, true).reason, "1 newly-waived");
}

TEST(Diff, MissingRowsStopTheGateWithoutAProblem) {
  Report after = pairs::before();
  after.footer.missing = {pairs::row(after, "never").id};
  finish(after);
  const Comparison comparison = compare(pairs::before(), after);
  EXPECT_EQ(gate(comparison, false).status, 1);
  EXPECT_NE(terminal_text(comparison, 1).find("incomplete: planned and never judged: convert/f16c/"),
            std::string::npos);
}

}  // namespace
}  // namespace ulpgate::report
