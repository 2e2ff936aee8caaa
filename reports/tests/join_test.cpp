#include "reports/record/join.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "reports/record/error.h"
#include "reports/tests/pairs.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

/// The rows of pairs::before(), dealt to `count` shards.
std::vector<PartOfRun> shards(std::uint64_t count) {
  std::vector<PartOfRun> parts;
  for (std::uint64_t index = 1; index <= count; ++index) {
    PartOfRun part{"part-" + std::to_string(index), pairs::before()};
    part.report.shard = Shard{index, count, "convert of gcc"};
    std::uint64_t n = 0;
    std::erase_if(part.report.rows, [&](const Row&) { return n++ % count != index - 1; });
    finish(part.report);
    parts.push_back(std::move(part));
  }
  return parts;
}

std::string refusal(std::vector<PartOfRun> parts) {
  try {
    join(std::move(parts));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// What is said where the second of two shards is another one.
std::string refusal_of(const std::function<void(Report&)>& edit) {
  auto parts = shards(2);
  edit(parts[1].report);
  return refusal(std::move(parts));
}

TEST(Join, OfAllShardsIsTheWholeReport) {
  Report whole = pairs::before();
  for (const std::uint64_t count : {1U, 2U, 5U}) {
    auto parts = shards(count);
    std::reverse(parts.begin(), parts.end());
    Report joined = join(std::move(parts));
    EXPECT_DOUBLE_EQ(joined.seconds, whole.seconds * static_cast<double>(count));
    EXPECT_EQ(joined.started, whole.started);
    joined.seconds = whole.seconds;
    EXPECT_EQ(to_json(joined), to_json(whole)) << count;
  }
}

TEST(Join, CountsAreTheSums) {
  VerdictCounts sums;
  std::uint64_t judged = 0;
  const auto parts = shards(3);
  for (const PartOfRun& part : parts) {
    judged += part.report.footer.judged;
    for (const Verdict verdict : all_verdicts) sums[verdict] += part.report.footer.counts[verdict];
  }
  const Report joined = join(parts);
  EXPECT_EQ(joined.footer.counts, sums);
  EXPECT_EQ(joined.footer.judged, judged);
}

TEST(Join, RefusesWhatIsNotOfOneRunAndSaysWhy) {
  const std::string begin = "part-1 and part-2 are not of one run: ";
  EXPECT_EQ(refusal_of([](Report& r) { r.seed = 7; }).substr(0, begin.size() + 14), begin + "seed differs: ");
  EXPECT_EQ(refusal_of([](Report& r) { r.tier = "full"; }),
            begin + "tier differs: \"standard\" and \"full\"");
  EXPECT_EQ(refusal_of([](Report& r) { r.suite.version = "9"; }),
            begin + "suite.version differs: \"0.1.0\" and \"9\"");
  EXPECT_EQ(refusal_of([](Report& r) { r.suite.clean = false; }),
            begin + "suite.clean differs: true and false");
  EXPECT_EQ(refusal_of([](Report& r) { r.environment["device"]["kernel_driver"] = "560.2"; }),
            begin + "environment.device.kernel_driver differs: \"570.1\" and \"560.2\"");
  EXPECT_EQ(refusal_of([](Report& r) { r.environment["cuda"].erase("driver"); }),
            begin + "environment.cuda.driver differs: \"12.8\" and nothing");
  EXPECT_EQ(refusal_of([](Report& r) {
              r.implementations.begin()->second.version = "9";
            }).substr(0, begin.size() + 15),
            begin + "implementation.");
  EXPECT_EQ(refusal_of([](Report& r) { r.shard->asked = "gemm of gcc"; }),
            begin + "shard.asked differs: \"convert of gcc\" and \"gemm of gcc\"");
  EXPECT_EQ(refusal_of([](Report& r) { r.shard->count = 3; }), begin + "shard.count differs: 2 and 3");
}

TEST(Join, RefusesPartsThatOverlapAreMissingOrNotComplete) {
  EXPECT_EQ(refusal({}), "there is nothing to merge");
  auto parts = shards(3);
  EXPECT_EQ(refusal({parts[0], parts[2]}), "shard 2 of 3 is missing: part-1 is shard 1 of 3");
  EXPECT_EQ(refusal({parts[0], parts[1], parts[2], parts[1]}), "part-2 and part-2 are both shard 2 of 3");
  const PartOfRun whole{"whole", pairs::before()};
  EXPECT_EQ(refusal({whole, whole}), "whole and whole both hold row " + whole.report.rows.front().id);
  parts[1].report.footer.problems.emplace_back("records/a.jsonl: the last line is cut");
  finish(parts[1].report);
  EXPECT_EQ(refusal(parts),
            "part-2 is not complete, and a whole needs whole parts: records/a.jsonl: the last line is cut");
}

TEST(Join, WhatCouldNotBeLoadedIsSaidByEachShard) {
  auto parts = shards(2);
  const std::string implementation = parts[0].report.implementations.begin()->first;
  RowIdentity identity = sample::identity("convert", implementation, "fp16");
  identity.id = "convert/" + implementation + "/API-LOAD-1";
  identity.requirement = "API-LOAD-1";
  for (PartOfRun& part : parts) {
    part.report.requirements["API-LOAD-1"] = {};
    part.report.rows.push_back(
        unjudged_row(identity, Verdict::crashed, std::nullopt, "the process was killed"));
    part.report.rows.back().seconds = part.name == "part-1" ? 1 : 2;
    finish(part.report);
  }
  EXPECT_EQ(join(parts).rows.size(), pairs::before().rows.size() + 1);
  for (Row& row : parts[1].report.rows) {
    if (row.id == identity.id) row.message = "something else";
  }
  EXPECT_EQ(refusal(parts), "part-1 and part-2 both hold row " + identity.id);
}

}  // namespace
}  // namespace ulpgate::report
