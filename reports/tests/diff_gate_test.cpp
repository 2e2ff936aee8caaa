#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

#include "reports/diff/baseline.h"
#include "reports/diff/gate.h"
#include "reports/record/error.h"
#include "reports/record/reader.h"
#include "reports/record/text.h"
#include "reports/tests/markup.h"
#include "reports/tests/pairs.h"
#include "reports/tests/sample.h"
#include "reports/tests/scratch.h"

namespace ulpgate::report {
namespace {

Comparison compare(const Report& before, const Report& after) {
  return {side_of(before, "old"), side_of(after, "new")};
}

/// What a baseline does not hold.
Side without_texts(Side side) {
  for (Entry& entry : side.entries) {
    entry.histogram.clear();
    entry.inputs.text.clear();
    entry.bound.text.clear();
    entry.claim_texts.clear();
    entry.note.clear();
    entry.replay.clear();
  }
  return side;
}

std::string refusal(const std::string& text) {
  try {
    parse_baseline(text, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of_file(const std::filesystem::path& path) {
  try {
    read_side(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Baseline, LinesMayEndAsOnWindows) {
  const Side side = side_of(sample::report(), "name");
  std::string text = baseline_text(side);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.insert(at, 1, '\r');
  EXPECT_TRUE(is_baseline(text));
  EXPECT_EQ(parse_baseline(text, "name").entries, without_texts(side).entries);
  EXPECT_EQ(parse_baseline(text, "name").facts, side.facts);
  Scratch scratch;
  write_file(text, scratch.path() / "main.baseline");
  EXPECT_EQ(read_side(scratch.path() / "main.baseline").entries.size(), side.entries.size());
  EXPECT_FALSE(is_baseline("# ulpgate baseline 10\n"));
}

TEST(Replay, IsForAReaderWhoStandsElsewhere) {
  Scratch scratch;
  const std::filesystem::path folder = scratch.path() / "a run's";
  write_report(sample::report(), folder / "report.json");
  Side side = read_side(folder);
  Entry entry;
  entry.replay = "ulpgate replay failures/A-1-0123456789abcdef.json";
  EXPECT_EQ(side.replay(entry), "ulpgate replay '" + scratch.path().string() +
                                    "/a run'\\''s/failures/A-1-0123456789abcdef.json'");
  EXPECT_EQ(replay_from("b", "ulpgate replay failures/$(x).json"), "ulpgate replay 'b/failures/$(x).json'");
  EXPECT_EQ(replay_from("b", "rm -r ."), "rm -r .");
  entry.replay.clear();
  EXPECT_EQ(side.replay(entry), "");
}

TEST(Baseline, ReadsBackWhatItHolds) {
  const Side side = side_of(sample::report(), "name");
  const std::string text = baseline_text(side);
  const Side back = parse_baseline(text, "name");
  EXPECT_EQ(back.facts, side.facts);
  EXPECT_EQ(back.entries, without_texts(side).entries);
  EXPECT_EQ(baseline_text(back), text);
}

TEST(Baseline, ComparesAsTheReportDoes) {
  for (Report (*after)() : {pairs::before, pairs::driver_change_with_drift, pairs::fixed, pairs::new_fail,
                            pairs::lost_test, pairs::other_seed, pairs::other_algorithm}) {
    const Comparison of_report = compare(pairs::before(), after());
    const Comparison of_baseline(parse_baseline(baseline_text(side_of(pairs::before(), "old")), "old"),
                                 side_of(after(), "new"));
    EXPECT_EQ(counts_text(of_baseline), counts_text(of_report));
    EXPECT_EQ(gate(of_baseline, true).status, gate(of_report, true).status);
  }
}

TEST(Baseline, HasALineForEachRowThatAReviewerCanRead) {
  const std::string text = baseline_text(side_of(pairs::before(), "name"));
  EXPECT_NE(text.find("fact device.kernel_driver 570.1\n"), std::string::npos);
  EXPECT_NE(text.find("row convert/f16c/fp32_to_fp16/failing/CONVERT-ROUND-1 fail judged=65536 failed=12 "
                      "coverage=sampled bound=2.5 max=0.49951171875 rms=0.2886 mean=-0.0001 "
                      "bits=xxh3-64:00112233445566aa seed=1 inputs="),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(" ran.instruction=failing\n"), std::string::npos);
  EXPECT_NE(text.find("row convert/f16c/fp32_to_fp16/never/CONVERT-ROUND-1 \"not run\"\n"),
            std::string::npos);
}

TEST(Baseline, RefusesWhatItDoesNotWrite) {
  const std::string text = baseline_text(side_of(pairs::before(), "name"));
  const std::size_t first = text.find("row "), second = text.find("row ", first + 1);
  const std::string row_1 = text.substr(first, second - first);
  const auto with = [&](const std::string& more) {
    return text.substr(0, first) + more + text.substr(first);
  };
  EXPECT_EQ(refusal(text), "accepted");
  EXPECT_NE(refusal(text.substr(0, text.size() - 8)).find("truncated"), std::string::npos);
  EXPECT_NE(refusal(text.substr(0, second)).find("truncated"), std::string::npos);
  EXPECT_NE(refusal(with(row_1)).find("stands twice"), std::string::npos);
  EXPECT_NE(
      refusal(text.substr(0, first) + text.substr(second, text.find("row ", second + 1) - second) + row_1)
          .find("not sorted by id"),
      std::string::npos);
  EXPECT_NE(refusal(with("line\n")).find("begins with neither"), std::string::npos);
  EXPECT_NE(refusal(with("row \"a\n")).find("does not end"), std::string::npos);
  EXPECT_NE(refusal(with("row a passed\n")).find("no verdict 'passed'"), std::string::npos);
  EXPECT_NE(refusal(with("row a pass judged=x\n")).find("judged is no number"), std::string::npos);
  EXPECT_NE(refusal(with("row a pass judged=1 failed=2\n")).find("more elements failed"), std::string::npos);
  EXPECT_NE(refusal(with("row a pass loud=1\n")).find("no key of a row"), std::string::npos);
  EXPECT_NE(refusal(text + "row z pass\n").find("a line follows the end"), std::string::npos);
}

TEST(ReadSide, BadFilesGiveOneSentence) {
  const Scratch scratch;
  const auto path = scratch.path() / "report.json";
  write_report(pairs::before(), path);
  EXPECT_EQ(refusal_of_file(scratch.path()), "accepted");
  const std::string whole = read_file(path);
  const auto with = [&](const std::string& text) {
    write_file(text, path);
    std::string why = refusal_of_file(path);
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    EXPECT_TRUE(why.starts_with(path.string())) << why;
    return why;
  };
  const auto replaced = [&whole](const std::string& what, const std::string& by) {
    std::string text = whole;
    return text.replace(text.find(what), what.size(), by);
  };
  EXPECT_NE(with(whole.substr(0, whole.size() / 2)).find("not JSON"), std::string::npos);
  EXPECT_NE(with("").find("not JSON"), std::string::npos);
  EXPECT_NE(with(replaced("\"schema_version\": ", "\"schema_version\": 9")).find("schema_version is 9"),
            std::string::npos);
  Json json = Json::parse(whole);
  std::swap(json["rows"][0], json["rows"][1]);
  EXPECT_NE(with(json.dump()).find("not sorted by id"), std::string::npos);
  json["rows"][1] = json["rows"][0];
  EXPECT_NE(with(json.dump()).find("stands twice"), std::string::npos);
  std::ofstream(path, std::ios::trunc).close();
  std::filesystem::resize_file(path, std::uintmax_t{1} << 30U);
  EXPECT_NE(refusal_of_file(path).find("larger than 512 MiB"), std::string::npos);
  EXPECT_NE(refusal_of_file("/dev/zero").find("larger than 512 MiB"), std::string::npos);
  EXPECT_NE(refusal_of_file(scratch.path() / "nothing").find("cannot read"), std::string::npos);
}

TEST(Gate, AnnotatesWhatStopsIt) {
  const std::string text = annotations(compare(pairs::before(), pairs::new_fail()), false);
  EXPECT_TRUE(
      text.starts_with("::error title=ulpgate new-fail::convert/f16c/fp32_to_fp16/c/CONVERT-ROUND-1: pass -> "
                       "fail; failed 0 -> 3"))
      << text;
  EXPECT_NE(text.find("\n::error title=ulpgate gate::1 new-fail\n"), std::string::npos) << text;
  EXPECT_NE(
      annotations(compare(pairs::before(), pairs::fixed()), false).find("::notice title=ulpgate fixed::"),
      std::string::npos);
  EXPECT_NE(annotations(compare(pairs::before(), pairs::lost_test()), false, 1).find("1 more rows changed"),
            std::string::npos);
}

TEST(Gate, AnnotationsNameEachRowsOwnReasons) {
  Report after = pairs::new_fail();
  Row& first = pairs::row(after, "b");
  first = pairs::row(after, "c");
  first.variant = "b";
  first.id = pairs::row(after, "a").id;
  first.id.replace(first.id.find("/a/"), 3, "/b/");
  for (const char* variant : {"b", "c"})
    pairs::row(after, variant).claims["rounding"] = variant == std::string("b") ? "up" : "down";
  const std::string text = annotations(compare(pairs::before(), after), false);
  EXPECT_NE(text.find("/b/CONVERT-ROUND-1: pass -> fail"), std::string::npos) << text;
  EXPECT_NE(text.find("claims.rounding nearest even -> up"), std::string::npos) << text;
  EXPECT_NE(text.find("claims.rounding nearest even -> down"), std::string::npos) << text;
}

TEST(Gate, JunitCountsWhatStopsIt) {
  const std::string text = gate_junit(compare(pairs::before(), pairs::lost_test()), false);
  const std::vector<Tag> tags = parse_markup(text);
  const auto suites =
      std::find_if(tags.begin(), tags.end(), [](const Tag& tag) { return tag.name == "testsuites"; });
  ASSERT_NE(suites, tags.end());
  EXPECT_EQ(suites->attributes.at("tests"), "4");
  EXPECT_EQ(suites->attributes.at("failures"), "3");
  EXPECT_EQ(suites->attributes.at("skipped"), "1");
  EXPECT_NE(text.find("type=\"removed\""), std::string::npos);
  EXPECT_NE(text.find("type=\"not-run\""), std::string::npos);
}

}  // namespace
}  // namespace ulpgate::report
