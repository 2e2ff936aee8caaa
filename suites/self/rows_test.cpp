// Pieces that the suites of operations on rows share.
#include <gtest/gtest.h>

#include "kernels/api/registry.h"
#include "suites/framework/suite.h"
#include "suites/rows/case_json.h"

namespace ulpgate::rows {
namespace {

/// An offer of the plain versions with a scalar "causal".
RowsOffer causal_offer(const Implementation& host) {
  for (RowsOffer& o : rows_offers(host, "softmax")) {
    if (o.causal) return std::move(o);
  }
  throw ImplementationError("host has no causal softmax");
}

/// What the suite says of the case: nothing where it passes.
std::string replayed(Implementation& host, const RowsOffer& o, const char* requirement, const RowsCase& c) {
  const Suite& suite = *find_suite(o.operation->name);
  const SuiteContext context{
      .implementation = host, .spec = "host", .tier = Tier::full, .seed = 1, .threads = 1, .failures = {}};
  for (const PlannedRow& row : suite.plan(context)) {
    if (row.identity.requirement == requirement && row.identity.variant == o.offer.variant)
      return suite.replay(host, row.identity, to_json(o, c));
  }
  return "there is no such row";
}

std::string unclaimed(Formats formats, Claims claims) {
  claims.emplace("accumulator", "fp32");
  return understand({"rms_norm", "v", std::move(formats), std::move(claims), {}}, "rms_norm")->unclaimed;
}

TEST(RowsOffer, SaysWhatIsWrongWithScaledOutputs) {
  const Formats plain{{"x", "bf16"}, {"y", "bf16"}},
      with_amax{{"x", "bf16"}, {"y", "e5m2"}, {"amax", "fp32"}};
  EXPECT_EQ(unclaimed(plain, {{"scale_y", "yes"}}), "");
  EXPECT_EQ(unclaimed(with_amax, {{"scale_y", "yes"}, {"amax", "y"}, {"amax_nan", "any"}}), "");
  EXPECT_EQ(unclaimed(with_amax, {}), "no claim about 'amax'");
  EXPECT_EQ(unclaimed(with_amax, {{"amax", "d"}}), "the claim 'amax' is 'd', and may be unrounded or y");
  EXPECT_EQ(unclaimed(plain, {{"amax", "y"}}),
            "the claim 'amax' needs an amax, and the offer names no format for one");
  EXPECT_EQ(unclaimed({{"x", "bf16"}, {"y", "bf16"}, {"amax", "bf16"}}, {{"amax", "y"}}),
            "the format of amax is fp32");
  EXPECT_EQ(unclaimed(plain, {{"scale_y", "yes"}, {"rounds_first", "yes"}}),
            "the claims 'scale_y' and 'rounds_first' exclude each other");
}

TEST(RowsOffer, SaysWhichClaimsExcludeEachOther) {
  const Formats formats{{"x", "fp32"}, {"y", "fp32"}};
  const auto said = [&](const char* operation, Claims claims) {
    claims.emplace("accumulator", "fp32");
    return understand({operation, "v", formats, std::move(claims), {}}, operation)->unclaimed;
  };
  EXPECT_EQ(said("layer_norm", {{"folded", "yes"}}), "");
  EXPECT_EQ(said("layer_norm", {{"folded", "yes"}, {"rounds_first", "yes"}}),
            "the claims 'folded' and 'rounds_first' exclude each other");
  EXPECT_EQ(said("softmax", {{"quotient", "exponential"}, {"log", "2"}, {"algorithm", "online:8"}}), "");
  EXPECT_EQ(said("softmax", {{"quotient", "exponential"}, {"algorithm", "base2"}}),
            "the claim 'quotient' is exponential for the algorithms shifted and online alone");
}

TEST(RowsCase, RowsRepeatWhenValuesAndMasksDo) {
  RowsCase c;
  c.outer = 65537;
  c.n = 3;
  EXPECT_EQ(repeating_rows(c).outer, 65537);
  c.period = 7;
  EXPECT_EQ(repeating_rows(c).outer, 7);
  c.causal = 5;
  EXPECT_EQ(repeating_rows(c).outer, 35);
  c.causal = 14;
  EXPECT_EQ(repeating_rows(c).outer, 14);
  c.outer = 9;
  EXPECT_EQ(repeating_rows(c).outer, 9);
}

TEST(RowsCase, TallCausalRowsAreRight) {
  const auto host = make_implementation("host");
  const RowsOffer o = causal_offer(*host);
  for (const std::int32_t queries : {1, 3, 5, 7, 64}) {
    RowsCase c = plain_case(o, 300, 3, Family::uniform, 4);
    c.period = 7;
    c.causal = queries;
    EXPECT_EQ(replayed(*host, o, "ROWS-TALL-1", c), "") << queries;
  }
}

}  // namespace
}  // namespace ulpgate::rows
