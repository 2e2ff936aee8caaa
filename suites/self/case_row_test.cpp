// A row that fails keeps the worst element that was judged, and what is wrong in the smallest case.
#include "suites/framework/case_row.h"

#include <gtest/gtest.h>

#include "kernels/api/registry.h"

namespace ulpgate {
namespace {

struct Judged {
  std::uint64_t judged = 1, failed = 0;
  std::optional<Reply> reply;
  bool fails() const { return failed > 0; }
};

report::Worst element(int number, std::optional<double> ratio, const std::string& ulps) {
  report::Worst w;
  w.index = static_cast<std::uint64_t>(number);
  w.ulps = ulps;
  w.error_over_bound = ratio;
  return w;
}

/// A case is a number; those from 10 on fail, by a tenth of themselves.
CaseRow<int, Judged> numbers(std::vector<int> fixed) {
  CaseRow<int, Judged> cases;
  cases.judge = [](const int& c) { return Judged{1, c >= 10 ? 1U : 0U, std::nullopt}; };
  cases.fixed = std::move(fixed);
  cases.simpler = [](const int& c) { return c > 0 ? std::vector<int>{c / 2, c - 1} : std::vector<int>(); };
  cases.describe = [](const int& c, const Judged&) { return "number " + std::to_string(c); };
  cases.worst = [](const int& c, const Judged& j) {
    return j.fails() ? std::optional(element(c, c / 10.0, "+1")) : std::nullopt;
  };
  cases.to_json = [](const int& c) { return nlohmann::ordered_json{{"number", c}}; };
  return cases;
}

Row judged_row(const CaseRow<int, Judged>& cases) {
  const auto implementation = make_implementation("gcc");
  const SuiteContext context{
      .implementation = *implementation, .spec = "gcc", .tier = Tier::smoke, .failures = {}};
  Row row;
  row.id = "test";
  judge_case_row(cases, context, 1, row);
  return row;
}

TEST(CaseRow, KeepsTheWorstAndTheSmallest) {
  const Row row = judged_row(numbers({3, 25, 9, 70, 40}));
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_EQ(row.failed, 3U);
  ASSERT_TRUE(row.worst && row.shrunk);
  EXPECT_EQ(row.worst->error_over_bound, 7.0);
  EXPECT_EQ(row.worst->note, "number 70");
  EXPECT_EQ(row.shrunk->index, 10U);
  EXPECT_NE(row.message.find("smallest case: number 10"), std::string::npos);
}

TEST(CaseRow, OfWhatHoldsNeitherIsKept) {
  const Row row = judged_row(numbers({3, 9}));
  EXPECT_EQ(row.verdict, Verdict::pass);
  EXPECT_FALSE(row.worst || row.shrunk);
}

TEST(CaseRow, WorseIsFartherBeyondTheBoundThenFartherInCodes) {
  EXPECT_TRUE(is_worse(element(1, 3.0, "+1"), element(2, 2.0, "+9")));
  EXPECT_TRUE(is_worse(element(1, std::nullopt, "not a distance"), element(2, 1e9, "+9")));
  EXPECT_TRUE(is_worse(element(1, std::nullopt, "-7"), element(2, std::nullopt, "+3")));
  EXPECT_FALSE(is_worse(element(1, std::nullopt, "+3"), element(2, std::nullopt, "-3")));
  EXPECT_FALSE(is_worse(element(1, 2.0, "+9"), element(2, 3.0, "+1")));
}

}  // namespace
}  // namespace ulpgate
