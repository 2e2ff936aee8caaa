#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "reports/diff/comparison.h"
#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/tests/pairs.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

Comparison compare(const Report& before, const Report& after) {
  return {side_of(before, "old"), side_of(after, "new")};
}

struct Expected {
  const char* name;
  Report (*after)();
  const char* counts;
  int status, strict_status;
};

TEST(Diff, PairsOfReportsHaveTheirVerdictsAndStatuses) {
  const std::vector<Expected> all{
      {"nothing", pairs::before, "1 still-fail, 5 same", 0, 0},
      {"driver", pairs::driver_change_with_drift, "1 still-fail, 1 drift-within-bound, 4 same", 0, 1},
      {"fixed", pairs::fixed, "1 fixed, 5 same", 0, 0},
      {"new fail", pairs::new_fail, "1 new-fail, 1 still-fail, 4 same", 1, 1},
      {"lost", pairs::lost_test, "1 removed, 1 not-run, 1 still-fail, 3 same", 1, 1},
      {"seed", pairs::other_seed, "1 still-fail, 4 ambiguous, 1 same", 0, 1},
      {"algorithm", pairs::other_algorithm, "1 still-fail, 1 ambiguous, 4 same", 0, 1}};
  for (const Expected& expected : all) {
    const Comparison comparison = compare(pairs::before(), expected.after());
    EXPECT_EQ(counts_text(comparison), expected.counts) << expected.name;
    EXPECT_EQ(gate(comparison, false).status, expected.status) << expected.name;
    EXPECT_EQ(gate(comparison, true).status, expected.strict_status) << expected.name;
  }
}

TEST(Diff, IsItsOwnOppositeWhereRowsComeAndGo) {
  EXPECT_EQ(counts_text(compare(pairs::lost_test(), pairs::before())), "1 still-fail, 2 added, 3 same");
  EXPECT_EQ(counts_text(compare(pairs::new_fail(), pairs::before())), "1 still-fail, 1 fixed, 4 same");
}

TEST(Diff, NamesTheFirstDifferenceBesideEachGroup) {
  const Comparison driver = compare(pairs::before(), pairs::driver_change_with_drift());
  ASSERT_EQ(driver.groups().size(), 2U);
  EXPECT_EQ(text_of(*driver.groups()[1].environment), "device.kernel_driver 570.1 -> 575.2");
  EXPECT_FALSE(driver.groups()[1].reason);
  const Comparison algorithm = compare(pairs::before(), pairs::other_algorithm());
  EXPECT_FALSE(algorithm.groups().back().environment);
  EXPECT_EQ(text_of(*algorithm.groups().back().reason), "ran.algorithm none -> 34");
  const Comparison seed = compare(pairs::before(), pairs::other_seed());
  EXPECT_EQ(text_of(*seed.groups().back().reason), "seed 1 -> 2");
}

TEST(Diff, VersionsOfOtherImplementationsExplainNothing) {
  Report after = pairs::driver_change_with_drift();
  after.environment = pairs::before().environment;
  after.implementations["other"] = {"other", "2", ""};
  EXPECT_FALSE(compare(pairs::before(), after).groups().back().environment);
  after.implementations["f16c"].version = "9";
  EXPECT_EQ(text_of(*compare(pairs::before(), after).groups().back().environment),
            "implementations.f16c 1.2.3 -> 9");
}

TEST(Diff, EveryInputIsComparableWhateverTheSeed) {
  Report before = pairs::before(), after = pairs::other_seed();
  for (Report* report : {&before, &after}) {
    for (Row& row : report->rows) row.coverage = row.judged > 0 ? Coverage::exhaustive : Coverage::none;
  }
  EXPECT_EQ(counts_text(compare(before, after)), "1 still-fail, 4 drift-within-bound, 1 same");
}

TEST(Diff, VerdictsOfOneRow) {
  using V = Verdict;
  const std::vector<std::tuple<V, V, Change>> all{{V::pass, V::crashed, Change::new_fail},
                                                  {V::waived, V::fail, Change::new_fail},
                                                  {V::not_run, V::timed_out, Change::new_fail},
                                                  {V::fail, V::crashed, Change::still_fail},
                                                  {V::fail, V::waived, Change::newly_waived},
                                                  {V::waived, V::pass, Change::fixed},
                                                  {V::crashed, V::deviation, Change::newly_waived},
                                                  {V::crashed, V::pass, Change::fixed},
                                                  {V::fail, V::deviation, Change::newly_waived},
                                                  {V::waived, V::deviation, Change::drift},
                                                  {V::fail, V::not_run, Change::not_run},
                                                  {V::pass, V::not_run, Change::not_run},
                                                  {V::not_run, V::not_run, Change::same},
                                                  {V::not_run, V::pass, Change::added},
                                                  {V::pass, V::deviation, Change::drift},
                                                  {V::pass, V::waived, Change::newly_waived},
                                                  {V::waived, V::waived, Change::same}};
  for (const auto& [before, after, change] : all) {
    Side old_side = side_of(pairs::before(), "old"), new_side = old_side;
    old_side.entries.at(0).verdict = before;
    new_side.entries.at(0).verdict = after;
    const Comparison comparison(std::move(old_side), std::move(new_side));
    EXPECT_GE(comparison.count(change), 1U) << name(before) << " " << name(after);
    EXPECT_EQ(comparison.count(Change::same), change == Change::same ? 5U : 4U)
        << name(before) << " " << name(after);
  }
}

TEST(Diff, WhatCannotBeComparedHasStatusThree) {
  Report other = pairs::before();
  other.suite.name = "another suite";
  EXPECT_EQ(gate(compare(pairs::before(), other), false).status, 3);
  Report empty = pairs::before();
  empty.rows.clear();
  finish(empty);
  EXPECT_EQ(gate(compare(pairs::before(), empty), false).status, 3);
  EXPECT_EQ(gate(compare(empty, empty), false).status, 3);
  Report before = pairs::before(), after = pairs::other_seed();
  for (Report* report : {&before, &after})
    std::erase_if(report->rows, [](const Row& row) { return row.variant == "failing"; });
  const Gate sampled_anew = gate(compare(before, after), false);
  EXPECT_EQ(sampled_anew.status, 3);
  EXPECT_NE(sampled_anew.reason.find("seed 1 -> 2"), std::string::npos) << sampled_anew.reason;
}

TEST(Diff, ANewRunThatIsNotCompleteStopsTheGate) {
  Report after = pairs::before();
  after.footer.problems = {"a worker died"};
  finish(after);
  EXPECT_EQ(gate(compare(pairs::before(), after), false).status, 1);
}

TEST(Diff, TerminalShowsGroupsRowsAndCounts) {
  const Comparison comparison = compare(pairs::before(), pairs::new_fail());
  const std::string text = terminal_text(comparison, 20);
  for (const char* part :
       {"new-fail (1): fails now, and did not before\n",
        "pass -> fail; failed 0 -> 3, error/bound 0.999 -> 1.75", "3 of 65536 elements lie beyond the bound",
        "in new: ulpgate replay", "1 new-fail, 1 still-fail, 4 same\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_NE(terminal_text(comparison, 0).find("... and 1 more; --all shows them"), std::string::npos);
}

Entry sample_of(double mean, double rms, double largest, std::uint64_t n) {
  Entry entry;
  entry.verdict = Verdict::pass;
  entry.judged = n;
  entry.mean_ulp_error = mean;
  entry.rms_ulp_error = rms;
  entry.max_ulp_error = largest;
  return entry;
}

TEST(Statistics, BernsteinIsWhatItsFormulaSays) {
  const Entry a = sample_of(0.0, 0.5, 1.0, 10000), b = sample_of(0.02, 0.5, 1.0, 10000);
  const std::vector<Statistic> found = statistics(a, b);
  ASSERT_EQ(found.size(), 2U);
  // d = 0.02, V = 0.25 / 10^4 + (0.25 - 0.0004) / 10^4, b = 1.02 / 10^4.
  EXPECT_NEAR(found[0].chance, 2 * std::exp(-0.0002 / (4.996e-5 + 6.8e-7)), 1e-12);
  EXPECT_EQ(found[1].chance, 1);
}

TEST(Statistics, DvoretzkyKieferWolfowitzIsWhatItsFormulaSays) {
  Entry a = sample_of(0, 0, 0, 400), b = a;
  a.histogram = {{"0", 400}};
  b.histogram = {{"+1", 100}, {"0", 300}};
  const std::vector<Statistic> found = statistics(a, b);
  ASSERT_EQ(found.size(), 3U);
  // D = 1/4, t = D / (2 / sqrt(400)) = 2.5.
  EXPECT_NEAR(found[2].chance, 4 * std::exp(-12.5), 1e-15);
}

/// Uniform errors from a linear congruential generator: the samples are one distribution's or not.
Entry uniform(std::uint64_t seed, double shift) {
  constexpr std::uint64_t n = 20000;
  double sum = 0, squares = 0, largest = 0;
  std::uint64_t below = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const double x = static_cast<double>(seed >> 11U) * 0x1p-53 - 0.5 + shift;
    sum += x;
    squares += x * x;
    largest = std::max(largest, std::abs(x));
    below += x < 0 ? 1 : 0;
  }
  Entry entry = sample_of(sum / n, std::sqrt(squares / n), largest, n);
  entry.histogram = {{"+", n - below}, {"-", below}};
  return entry;
}

TEST(Statistics, SamplesOfOneDistributionAgreeAndOthersDoNot) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::vector<Statistic> same = statistics(uniform(seed, 0), uniform(seed + 1000, 0));
    mark_moved(same, 600);
    for (const Statistic& statistic : same) EXPECT_FALSE(statistic.moved) << statistic.what << " " << seed;
    std::vector<Statistic> other = statistics(uniform(seed, 0), uniform(seed + 1000, 0.1));
    mark_moved(other, 600);
    EXPECT_TRUE(other[0].moved) << seed;
    EXPECT_TRUE(other[2].moved) << seed;
  }
}

TEST(Statistics, NothingRecordedIsNoStatistic) {
  EXPECT_TRUE(statistics(Entry{}, Entry{}).empty());
  EXPECT_TRUE(statistics(sample_of(0, 0, 0, 0), sample_of(0, 0, 0, 0)).empty());
}

}  // namespace
}  // namespace ulpgate::report
