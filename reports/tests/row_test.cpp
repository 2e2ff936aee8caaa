#include "reports/record/row.h"

#include <gtest/gtest.h>
#include <limits>

#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

const RowIdentity example = sample::identity("convert", "f16c", "fp16");

std::string refusal(const Json& json) {
  try {
    row_from_json(json);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Row, RoundTrips) {
  for (const Row& row : sample::report().rows)
    EXPECT_EQ(row_from_json(parse_json(compact(to_json(row)))), row) << row.id;
}

TEST(Row, KeepsTheOrderOfFormats) {
  RowIdentity identity = example;
  identity.formats = {{"z", "fp16"}, {"a", "bf16"}};
  EXPECT_EQ(identity_from_json(parse_json(compact(to_json(identity)))).formats, identity.formats);
}

TEST(Row, WritesNullForNumbersThatJsonLacks) {
  Row row = sample::passing(example);
  row.max_error_over_bound = std::numeric_limits<double>::infinity();
  row.rms_ulp_error = std::numeric_limits<double>::quiet_NaN();
  row.worst->error_over_bound = -std::numeric_limits<double>::infinity();
  const Json json = to_json(row);
  EXPECT_TRUE(json["max_error_over_bound"].is_null());
  EXPECT_TRUE(json["rms_ulp_error"].is_null());
  EXPECT_TRUE(json["worst"]["error_over_bound"].is_null());
}

TEST(Row, ReplacesBytesThatAreNotUtf8) {
  Row row = sample::failing(example);
  row.message = "worker said \xff\xfe";
  EXPECT_EQ(row_from_json(parse_json(compact(to_json(row)))).message, "worker said \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Row, PassThatJudgedNothingIsRefused) {
  Row row = sample::passing(example);
  Json json = to_json(row);
  json["judged"] = 0;
  EXPECT_NE(refusal(json).find("judged nothing"), std::string::npos) << refusal(json);
  row.judged = 0;
  EXPECT_THROW(to_json(row), InputError);
}

TEST(Row, ContradictionsAreRefused) {
  Row row = sample::passing(example);
  row.failed = 1;
  EXPECT_THROW(check(row), InputError);
  row = sample::failing(example);
  row.failed = row.judged + 1;
  EXPECT_THROW(check(row), InputError);
  row = sample::not_run(example);
  row.reason.reset();
  EXPECT_THROW(check(row), InputError);
  row = sample::waived(example);
  row.expectation.reset();
  EXPECT_THROW(check(row), InputError);
}

TEST(Row, EveryKeyIsRequiredAndNamed) {
  const Json whole = to_json(sample::waived(example));
  for (const auto& item : whole.items()) {
    Json json = whole;
    json.erase(item.key());
    const bool may_be_missing = item.key() == "shrunk";
    EXPECT_EQ(refusal(json), may_be_missing ? "accepted" : "row." + item.key() + " is missing");
    json = whole;
    json[item.key()] = true;
    EXPECT_NE(refusal(json).find(item.key()), std::string::npos) << refusal(json);
  }
  Json json = whole;
  json["verdikt"] = "pass";
  EXPECT_EQ(refusal(json), "row.verdikt is unknown to this schema");
}

TEST(Row, CurvesArePairsInAscendingOrder) {
  const Json whole = to_json(sample::passing(example));
  Json json = whole;
  json["curves"][0]["points"][1][0] = 16;
  EXPECT_EQ(refusal(json), "row.curves.points are not in ascending order");
  for (const Json& wrong : {Json::array({1}), Json::array({1, 2, 3}), Json::array({1, "2"}), Json(1)}) {
    json = whole;
    json["curves"][0]["points"][1] = wrong;
    EXPECT_EQ(refusal(json), "row.curves.points holds something that is not a pair of numbers");
  }
}

TEST(Row, NamesOfVerdictsRoundTrip) {
  for (const Verdict verdict : all_verdicts) EXPECT_EQ(verdict_named(name(verdict)), verdict);
  EXPECT_FALSE(verdict_named("passed"));
}

TEST(JsonText, LimitsHostileInput) {
  EXPECT_THROW(parse_json(std::string(1 << 20, '[')), InputError);
  EXPECT_THROW(parse_json(R"({"verdict":"fail","verdict":"pass"})"), InputError);
  EXPECT_THROW(parse_json("1e999"), InputError);
  EXPECT_THROW(parse_json("\"\xff\""), InputError);
  std::string wide = "{";
  for (std::size_t i = 0; i <= max_object_members; ++i) wide += "\"k" + std::to_string(i) + "\":0,";
  wide.back() = '}';
  EXPECT_THROW(parse_json(wide), InputError);
}

TEST(JsonText, FirstDifferenceIsAPath) {
  const Json left = parse_json(R"({"a":1,"b":{"c":2,"d":3}})");
  EXPECT_FALSE(first_difference(left, parse_json(R"({"b":{"d":3,"c":2},"a":1})")));
  EXPECT_EQ(first_difference(left, parse_json(R"({"a":1,"b":{"c":2,"d":4}})"))->path, "b.d");
  EXPECT_EQ(first_difference(left, parse_json(R"({"a":1,"b":{"c":2,"d":3},"e":0})"))->path, "e");
}

}  // namespace
}  // namespace ulpgate::report
