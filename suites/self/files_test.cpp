// Files from outside: expectations, failures, witnesses. Good ones are understood, bad ones refused with a
// sentence that names the place.
#include <filesystem>
#include <gtest/gtest.h>

#include "reports/record/error.h"
#include "suites/convert/case_json.h"
#include "suites/convert/witnesses.h"
#include "suites/framework/embedded.h"
#include "suites/framework/expectation.h"
#include "suites/framework/failure_file.h"

namespace ulpgate {
namespace {

template <typename Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const report::InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*c?e", "abbbcde"));
  EXPECT_TRUE(glob_matches("*/CONVERT-NAN-1", "convert/f16c/x/CONVERT-NAN-1"));
  EXPECT_FALSE(glob_matches("a?", "a"));
  EXPECT_FALSE(glob_matches("a*b", "acbd"));
}

constexpr const char* good =
    R"({"expectations": [{"id": "x", "implementation": "m", "version": "1.*", "rows": ["convert/m/*"],
  "reason": "r", "link": "https://example.org"}]})";

report::Row row(report::Verdict verdict) {
  report::Row r;
  r.id = "convert/m/fp32_to_fp16/v/CONVERT-ROUND-1";
  r.implementation = "m";
  r.verdict = verdict;
  r.judged = 10;
  r.failed = verdict == report::Verdict::fail ? 1 : 0;
  return r;
}

TEST(Expectations, WaiveWhatFailsAndReportWhatNoLongerDoes) {
  const auto known = parse_expectations(good, "good");
  report::Row failing = row(report::Verdict::fail);
  apply_expectations(known, "1.2", failing);
  EXPECT_EQ(failing.verdict, report::Verdict::waived);
  EXPECT_EQ(failing.expectation->state, "matched");
  report::Row passing = row(report::Verdict::pass);
  apply_expectations(known, "1.2", passing);
  EXPECT_EQ(passing.verdict, report::Verdict::pass);
  EXPECT_EQ(passing.expectation->state, "stale");
  report::Row other_version = row(report::Verdict::fail);
  apply_expectations(known, "2.0", other_version);
  EXPECT_EQ(other_version.verdict, report::Verdict::fail);
  auto pinned = known;
  pinned[0].max_ulps = 1;
  report::Row one_off = row(report::Verdict::fail);
  one_off.worst.emplace().ulps = "-1";
  apply_expectations(pinned, "1.2", one_off);
  EXPECT_EQ(one_off.verdict, report::Verdict::waived);
  for (const char* ulps : {"+2", "not a distance", ""}) {
    report::Row far_off = row(report::Verdict::fail);
    far_off.worst.emplace().ulps = ulps;
    apply_expectations(pinned, "1.2", far_off);
    EXPECT_EQ(far_off.verdict, report::Verdict::fail) << "a known deviation of one ulp excuses no more";
  }
  report::Row crashed = row(report::Verdict::crashed);
  apply_expectations(known, "1.2", crashed);
  EXPECT_EQ(crashed.verdict, report::Verdict::crashed) << "a crash is never waived";
}

TEST(Expectations, ThatMatchNoRowAreNamed) {
  const auto known = parse_expectations(good, "good");
  report::RowIdentity of;
  of.operation = "convert";
  of.implementation = "m";
  using Ids = std::vector<std::string>;
  EXPECT_EQ(unmatched_expectations(known, of, "1.2", {"convert/m/a/CONVERT-ROUND-1"}), Ids());
  EXPECT_EQ(unmatched_expectations(known, of, "1.2", {"convert/other/a"}), Ids{"x"});
  EXPECT_EQ(unmatched_expectations(known, of, "1.2", {}), Ids{"x"});
  EXPECT_EQ(unmatched_expectations(known, of, "2.0", {}), Ids()) << "of another version";
  of.operation = "gemm";
  EXPECT_EQ(unmatched_expectations(known, of, "1.2", {}), Ids()) << "of another operation";
}

TEST(Expectations, BadOnesAreNamed) {
  EXPECT_EQ(refusal([] { parse_expectations("{", "f"); }), "f: not JSON");
  EXPECT_EQ(refusal([] { parse_expectations("[]", "f"); }), "f: no list called 'expectations'");
  EXPECT_EQ(refusal([] { parse_expectations(R"({"expectations": [3]})", "f"); }),
            "f: expectation 1: not an object");
  EXPECT_EQ(refusal([] { parse_expectations(R"({"expectations": [{"id": "x", "colour": 1}]})", "f"); }),
            "f: expectation 1: unknown key 'colour'");
  EXPECT_EQ(refusal([] { parse_expectations(R"({"expectations": [{"id": ""}]})", "f"); }),
            "f: expectation 1: 'id' is missing or not a text");
  EXPECT_EQ(refusal([] { parse_expectations(std::string(100, '['), "f"); }), "f: not JSON");
}

TEST(Expectations, BuiltInOnesParse) { EXPECT_FALSE(built_in_expectations().empty()); }

TEST(FailureFile, ConversionsAreWrittenByTheirRecipe) {
  const convert::Inputs inputs(formats::fp32, formats::bf16, Tier::smoke, 0xFFFFFFFFFFFFFFFF);
  const std::uint64_t first = inputs.size() - 100;
  auto part = convert::part_to_json(inputs, first, 100);
  EXPECT_EQ(convert::case_from_json(part, formats::fp32, formats::bf16).inputs, inputs.codes(first, 100));
  part["sweep"]["count"] = 101;
  EXPECT_THROW(convert::case_from_json(part, formats::fp32, formats::bf16), report::InputError);
  part["sweep"]["tier"] = "tiny";
  EXPECT_THROW(convert::case_from_json(part, formats::fp32, formats::bf16), report::InputError);
}

TEST(Failures, RoundTrip) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "ulpgate_failures";
  Failure f;
  f.spec = "plugin:./x.so";
  f.row.id = "convert/m/fp32_to_fp16/v/CONVERT-ROUND-1";
  f.row.operation = "convert";
  f.row.implementation = "m";
  f.row.variant = "v";
  f.row.requirement = "CONVERT-ROUND-1";
  f.row.formats = {{"from", "fp32"}, {"to", "fp16"}};
  f.row.tier = "smoke";
  f.the_case =
      convert::to_json({.inputs = {0x3F800000}, .lead = 3, .to_lead = 5, .from_stride = -2}, formats::fp32);
  f.message = "wrong";
  const Failure back = read_failure(write_failure(folder, f));
  EXPECT_EQ(back.spec, f.spec);
  EXPECT_EQ(back.row, f.row);
  EXPECT_EQ(back.message, f.message);
  auto c = convert::case_from_json(back.the_case, formats::fp32, formats::bf16);
  EXPECT_EQ(c.inputs, std::vector<std::uint64_t>{0x3F800000});
  EXPECT_EQ(c.lead, 3U);
  EXPECT_EQ(c.to_lead, 5U);
  EXPECT_EQ(c.from_stride, -2);
  nlohmann::ordered_json older = back.the_case;
  older.erase("to_lead");
  c = convert::case_from_json(older, formats::fp32, formats::bf16);
  EXPECT_EQ(c.to_lead, 3U);
  std::filesystem::remove_all(folder);
}

TEST(Failures, BadOnesAreNamed) {
  EXPECT_EQ(refusal([] { parse_failure("x", "f"); }), "f: not JSON");
  EXPECT_EQ(refusal([] { parse_failure("{}", "f"); }), "f: not a failure file of ulpgate");
  EXPECT_EQ(refusal([] { parse_failure(R"({"ulpgate_failure": 9})", "f"); }),
            "f: failure file of another version; this ulpgate reads version 1");
  EXPECT_EQ(refusal([] { parse_failure(R"({"ulpgate_failure": 1})", "f"); }),
            "f: 'implementation' is missing or not a text");
  EXPECT_NE(refusal([] { read_failure("/nonexistent/file"); }).find("/nonexistent/file"), std::string::npos);
  const nlohmann::ordered_json huge = {
      {"format", "fp32"}, {"inputs", {"0x0", "0x0"}}, {"lead", 0}, {"from_stride", 1}, {"to_stride", 0}};
  EXPECT_EQ(refusal([&] { convert::case_from_json(huge, formats::fp32, formats::bf16); }),
            "case: 'to_stride' is 0, so elements would share their place");
}

TEST(Witnesses, BuiltInOnesParseAndBadOnesAreNamed) {
  EXPECT_GT(convert::built_in_witnesses().size(), 50U);
  EXPECT_EQ(refusal([] { convert::parse_witnesses("fp32 fp16", "f"); }), "f:1: not 'FROM TO HEX SOURCE'");
  EXPECT_EQ(refusal([] { convert::parse_witnesses("\nfp33 fp16 0x0 s", "f"); }),
            "f:2: no format is called 'fp33'");
  EXPECT_EQ(refusal([] { convert::parse_witnesses("fp16 * 0x12345 s", "f"); }),
            "f:1: '0x12345' is not a code of fp16");
  EXPECT_EQ(refusal([] { convert::parse_witnesses("fp16 * 0x1234", "f"); }), "f:1: a witness needs a source");
}

}  // namespace
}  // namespace ulpgate
