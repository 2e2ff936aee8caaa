// What each hostile implementation costs, what its rows say, and what bad use answers.
#include "suites/self/pipeline.h"

#include <regex>

#include "reports/record/report.h"

namespace ulpgate::pipeline {
namespace {

TEST_F(Pipeline, APassLeavesEverythingThatWasPromised) {
  const Shell s = run("--impl gcc --suite convert");
  EXPECT_EQ(s.status, 0) << s.text;
  for (const char* file : {"report.json", "index.html", "junit.xml", "records/convert.gcc.jsonl"})
    EXPECT_TRUE(fs::exists(out_ / file)) << file;
  const json r = report();
  for (const char* key : {"schema_version", "environment", "shared", "rows", "footer"})
    EXPECT_TRUE(r.contains(key)) << key;
  EXPECT_TRUE(r["footer"]["complete"]);
  // What rows share stands once in the file.
  const ulpgate::report::Report whole = ulpgate::report::read_report(out_ / "report.json");
  EXPECT_EQ(whole.rows.size(), r["rows"].size());
  for (const ulpgate::report::Row& each : whole.rows) {
    const json row = ulpgate::report::to_json(each);
    for (const char* key : {"id", "operation", "implementation", "requirement", "formats", "tier", "verdict",
                            "judged", "failed", "max_error_over_bound", "worst"}) {
      EXPECT_TRUE(row.contains(key)) << key;
    }
  }
}

/// Every second call is wrong: alone, no case fails.
TEST_F(Pipeline, WhatDependsOnEarlierCallsIsSaidTo) {
  const Shell s = run("--suite amax --impl plugin:" ULPGATE_MUTANTS_FOLDER "/mutant_quantize_Q32.so");
  EXPECT_EQ(s.status, 1) << s.text;
  EXPECT_NE(s.text.find("earlier calls"), std::string::npos) << s.text;
}

#ifdef ULPGATE_SANITIZED
constexpr const char* segmentation_fault =
    "exited with status 1";  // the sanitizer's handler ends the process
#else
constexpr const char* segmentation_fault = "SIGSEGV";
#endif

struct Hostile {
  const char* name;
  const char* verdict;  ///< that some row must carry
  const char* says;     ///< a part of its message
  const char* options = "";
};

class HostilePlugin : public Pipeline, public ::testing::WithParamInterface<Hostile> {};

TEST_P(HostilePlugin, CostsItsOwnRowsAndSaysWhatHappened) {
  const Hostile& h = GetParam();
  const Shell s = run("--impl gcc --impl " + plugin(h.name) + " " + h.options);
  EXPECT_EQ(s.status, 1) << s.text;
  const std::string name = std::string("plugin:") + h.name;
  bool said = false;
  const json r = report();
  for (const json& row : r["rows"]) {
    if (row["implementation"] == "gcc") {
      EXPECT_TRUE(row["verdict"] == "pass" || row["verdict"] == "waived") << row["id"];
    } else if (row["verdict"] == h.verdict &&
               row["message"].get<std::string>().find(h.says) != std::string::npos) {
      said = true;
    }
  }
  EXPECT_TRUE(said) << h.name << ": no row is '" << h.verdict << "' and says '" << h.says << "'\n" << s.text;
  EXPECT_TRUE(r["footer"]["complete"]);
}

INSTANTIATE_TEST_SUITE_P(
    All, HostilePlugin,
    ::testing::Values(Hostile{"segfault", "crashed", segmentation_fault},
                      Hostile{"hang", "timed out", "no answer within 2 s", "--row-timeout 2"},
                      Hostile{"abort", "crashed", "SIGABRT"},
                      Hostile{"overrun", "fail", "past the end of the output"},
                      Hostile{"underrun", "fail", "before the beginning of the output"},
                      Hostile{"exhaust", "crashed", "more than 2000 MiB of memory",
                              "--row-timeout 300 --memory-limit 2000"},
                      Hostile{"crash_on_load", "crashed", "while the implementation was loaded"},
                      Hostile{"exits", "crashed", "exited with status 0 in the middle"},
                      Hostile{"fails", "fail", "the call answered: failed"},
                      Hostile{"writes_input", "fail", "changed its input"}),
    [](const auto& hostile) { return std::string(hostile.param.name); });

TEST_F(Pipeline, WhatCannotBeLoadedIsBadUseAndLosesNothing) {
  const fs::path truncated =
      fs::temp_directory_path() / ("ulpgate-truncated-" + std::to_string(getpid()) + ".so");
  const std::string whole = read(ULPGATE_PLUGINS_FOLDER "/control.so");
  std::ofstream(truncated, std::ios::binary) << whole.substr(0, whole.size() / 3);
  struct Bad {
    std::string spec;
    const char* says;
  };
  for (const Bad& bad :
       {Bad{"plugin:" + truncated.string(), "truncated"}, Bad{plugin("no_entry"), "ulpgate_plugin_entry"},
        Bad{plugin("wrong_abi"), "ABI version 99"}}) {
    const Shell s = run("--impl gcc --impl " + bad.spec);
    EXPECT_EQ(s.status, 2) << s.text;
    EXPECT_NE(s.text.find(bad.says), std::string::npos) << s.text;
    EXPECT_GT(verdicts("gcc")["pass"], 50);
    bool row = false;
    const json all = report();
    for (const json& r : all["rows"])
      row = row || (r["requirement"] == "API-LOAD-1" && r["verdict"] == "fail");
    EXPECT_TRUE(row) << bad.spec;
  }
  fs::remove(truncated);
}

TEST_F(Pipeline, UnsupportedIsNotRunAndNothingJudgedIsNoPass) {
  const Shell s = run("--impl " + plugin("unsupported"));
  EXPECT_EQ(s.status, 1) << s.text;
  const auto counts = verdicts("plugin:unsupported");
  EXPECT_GT(counts.at("not run"), 10);
  EXPECT_EQ(counts.count("fail"), 0U);
}

TEST_F(Pipeline, BadUseIsOneSentenceAndStatusTwo) {
  const fs::path file = fs::temp_directory_path() / ("ulpgate-bad-" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << "{}";
  struct Bad {
    std::string arguments;
    const char* says;
  };
  for (const Bad& bad :
       {Bad{"run --impl nosuch", "no implementation is called 'nosuch'"},
        Bad{"run --suite nosuch", "no suite tests 'nosuch'"},
        Bad{"run --tier nosuch", "no tier is called 'nosuch'"},
        Bad{"run --impl plugin:/nosuch.so", "/nosuch.so: no such file"},
        Bad{"run --impl plugin:", "needs a path"}, Bad{"run --nosuch", "nosuch"},
        Bad{"list nosuch", "cannot list 'nosuch'"},
        Bad{"explain NOSUCH-1", "no requirement is called 'NOSUCH-1'"},
        Bad{"replay " + file.string(), "not a failure file"}, Bad{"replay /nosuch.json", "/nosuch.json"},
        Bad{"run --seed -1", "'-1' is not a whole number from 0 to 18446744073709551615"},
        Bad{"run --seed 99999999999999999999", "'99999999999999999999' is not a whole number"},
        Bad{"run --filter ''", "is empty"}, Bad{"run --out ''", "--out is empty"},
        Bad{"frob", "there is no command 'frob'; there are run, list, "}, Bad{"report /nosuch", "/nosuch"},
        Bad{"", "subcommand"}}) {
    const Shell s = shell(ulpgate() + " " + bad.arguments);
    EXPECT_EQ(s.status, 2) << bad.arguments << "\n" << s.text;
    EXPECT_NE(s.text.find(bad.says), std::string::npos) << bad.arguments << "\n" << s.text;
  }
  fs::remove(file);
}

TEST_F(Pipeline, AnOutputFolderLosesNothingThatIsNotOurs) {
  fs::create_directories(out_);
  std::ofstream(out_ / "index.html") << "dear";
  const Shell page = run("--impl gcc");
  EXPECT_EQ(page.status, 2);
  EXPECT_NE(page.text.find("index.html is not ulpgate's"), std::string::npos) << page.text;
  EXPECT_EQ(read(out_ / "index.html"), "dear");
  fs::remove(out_ / "index.html");
  EXPECT_EQ(run("--impl gcc --filter '*fp16_to_fp32*'").status, 0);
  std::ofstream(out_ / "records" / "letter.txt") << "dear";
  const Shell letter = run("--impl gcc");
  EXPECT_EQ(letter.status, 2);
  EXPECT_NE(letter.text.find("letter.txt is not ulpgate's"), std::string::npos) << letter.text;
  EXPECT_TRUE(fs::exists(out_ / "report.json")) << "the old report stays where the new one is refused";
  std::ofstream(out_.string() + ".file") << "x";
  EXPECT_EQ(shell(ulpgate() + " run --impl gcc --out " + out_.string() + ".file").status, 2);
  fs::remove(out_.string() + ".file");
}

TEST_F(Pipeline, TwoPluginsOfOneNameAreNotMixedUp) {
  fs::create_directories(out_);
  const fs::path copy = out_.string() + "-copy.so";
  fs::copy_file(ULPGATE_PLUGINS_FOLDER "/control.so", copy);
  const Shell s =
      run("--impl " + plugin("control") + " --impl plugin:" + copy.string() + " --filter '*fp16_to_fp32*'");
  fs::remove(copy);
  EXPECT_EQ(s.status, 2) << s.text;
  EXPECT_NE(s.text.find("names itself like another implementation"), std::string::npos) << s.text;
  EXPECT_FALSE(report()["footer"]["complete"]);
  // It is not forgotten where the report is made again.
  const Shell again = shell(ulpgate() + " report " + out_.string());
  EXPECT_EQ(again.status, 1) << again.text;
  EXPECT_NE(again.text.find("incomplete: convert plugin:"), std::string::npos) << again.text;
}

TEST_F(Pipeline, AChildThatComesBackFromACallCostsNothing) {
  const Shell s = run("--impl gcc --impl " + plugin("forks") + " --filter '*fp32_to_fp16*'");
  EXPECT_EQ(s.status, 0) << s.text;
  EXPECT_GT(verdicts("plugin:forks")["pass"], 10);
  EXPECT_GT(verdicts("gcc")["pass"], 10);
}

TEST_F(Pipeline, AFilterThatMatchesNothingIsBadUse) {
  EXPECT_EQ(run("--impl gcc --suite convert --filter '*fp16_to_fp32*'").status, 0);
  const std::string before = read(out_ / "report.json");
  const Shell s = run("--impl gcc --filter nosuch");
  EXPECT_EQ(s.status, 2) << s.text;
  EXPECT_EQ(read(out_ / "report.json"), before) << "an earlier report is not touched";
  EXPECT_NE(s.text.find("matches no row"), std::string::npos) << s.text;
}

TEST_F(Pipeline, GoogleTestsOwnVariablesChangeNothing) {
  setenv("GTEST_REPEAT", "2", 1);
  setenv("GTEST_FILTER", "*none*", 1);
  const Shell s = run("--impl gcc --filter '*fp16_to_fp32*'");
  unsetenv("GTEST_REPEAT");
  unsetenv("GTEST_FILTER");
  EXPECT_EQ(s.status, 0) << s.text;
  EXPECT_GT(verdicts("gcc")["pass"], 5);
}

struct Dying {
  const char* operation;
  const char* plugin;
  const char* verdict;
  const char* says;          ///< of the case
  const char* options = "";  ///< of the run
};

class DyingPlugin : public Pipeline, public ::testing::WithParamInterface<Dying> {};

TEST_P(DyingPlugin, LeavesTheCaseThatItDiedOf) {
  const Dying& d = GetParam();
  run(std::string("--suite ") + d.operation + " --impl " + plugin(d.plugin) + " " + d.options);
  int rows = 0;
  const json r = report();
  for (const json& row : r["rows"]) {
    if (row["verdict"] != d.verdict) continue;
    ++rows;
    const auto message = row["message"].get<std::string>();
    EXPECT_NE(message.find(std::string(", in call ")), std::string::npos) << message;
    EXPECT_TRUE(std::regex_search(message, std::regex(d.says))) << message;
    const auto replay = row["replay"].get<std::string>();
    ASSERT_TRUE(replay.starts_with("ulpgate replay failures/")) << replay;
    if (rows > 1) continue;
    // By this implementation it dies again.
    const fs::path file = out_ / replay.substr(15);
    const Shell again =
        shell("ULPGATE_TEST_DEATH=abort_at_once " + ulpgate() + " replay --timeout 1 " + file.string());
    EXPECT_EQ(again.status, 1) << again.text;
    EXPECT_TRUE(
        again.text.starts_with(std::string(d.verdict) + "  " + row["id"].get<std::string>() + "\n  plugin:"))
        << again.text;
    EXPECT_NE(again.text.find(" in call 1, "), std::string::npos) << again.text;
  }
  EXPECT_GE(rows, 1);
}

INSTANTIATE_TEST_SUITE_P(
    All, DyingPlugin,
    ::testing::Values(
        Dying{"convert", "abort", "crashed", ": elements [0-9]+ to [0-9]+ of |: [0-9]+ element"},
        Dying{"convert", "hang", "timed out", ": elements [0-9]+ to [0-9]+ of ", "--row-timeout 1"},
        Dying{"gemm", "gemm_dies", "crashed", ": m[0-9]+ n[0-9]+ k[0-9]+, [a-z]"},
        Dying{"mma", "matrix_dies", "crashed", ": m4n4k4, [a-z]+ of seed "}),
    [](const auto& of) { return std::string(of.param.plugin); });

TEST_F(Pipeline, WhatATimeLimitCutsOffIsNotRun) {
  const Shell s = run("--suite convert --impl " + plugin("hang") + " --impl gcc --time-limit 2 --threads 1");
  EXPECT_EQ(s.status, 1) << s.text;  // nothing was judged
  auto counts = verdicts("plugin:hang");
  EXPECT_GE(counts["not run"], 1);
  EXPECT_EQ(counts["timed out"], 0);
  EXPECT_EQ(verdicts("gcc"), (std::map<std::string, int>{{"not run", 1}}));
  const json r = report();
  EXPECT_TRUE(r["footer"]["complete"]);
  for (const json& row : r["rows"]) {
    if (row["verdict"] != "not run") continue;
    EXPECT_EQ(row["reason"]["category"], "time") << row["id"];
    EXPECT_EQ(row["reason"]["text"], "the run's time limit of 2 s ended first");
  }
}

TEST_F(Pipeline, AGateDoesNotReplaceWhatIsNoBaseline) {
  EXPECT_EQ(run("--impl gcc --suite convert --filter '*fp32_to_fp16*'").status, 0);
  const std::string baseline = (out_ / "a.baseline").string(), file = (out_ / "report.json").string();
  const std::string before = read(file);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(shell(ulpgate() + " gate --update " + baseline + " " + out_.string()).status, 0);
  const Shell swapped = shell(ulpgate() + " gate --update " + file + " " + baseline);
  EXPECT_EQ(swapped.status, 2) << swapped.text;
  EXPECT_NE(swapped.text.find("report.json is no baseline"), std::string::npos) << swapped.text;
  EXPECT_EQ(read(file), before);
  for (const char* option : {"--strict", "--github", "--junit a.xml", "--html a.html"})
    EXPECT_EQ(shell(ulpgate() + " gate --update " + option + " " + baseline + " " + file).status, 2)
        << option;
  const std::string pair = baseline + " " + file;
  EXPECT_EQ(shell(ulpgate() + " gate --strict " + pair).status, 0);
  EXPECT_EQ(shell(ulpgate() + " diff --filter '*ROUND*' " + pair).status, 0);
  const Shell nothing = shell(ulpgate() + " diff --filter zzz " + pair);
  EXPECT_EQ(nothing.status, 2) << nothing.text;
  EXPECT_NE(nothing.text.find("--filter 'zzz' matches no row"), std::string::npos) << nothing.text;
}

TEST_F(Pipeline, ListingNeedsNothing) {
  for (const char* what : {"implementations", "requirements", "suites", "formats"}) {
    const Shell s = shell(ulpgate() + " list " + what + " --json");
    EXPECT_EQ(s.status, 0);
    EXPECT_FALSE(json::parse(s.text).empty()) << what;
  }
  const Shell tests =
      shell(std::string(ULPGATE_WORKER) + " --suite convert --impl cuda-headers-device --gtest_list_tests");
  EXPECT_EQ(tests.status, 0) << tests.text;
  EXPECT_NE(tests.text.find("API-LOAD-1"), std::string::npos);
}

TEST_F(Pipeline, ExplainKnowsRequirementsAndRows) {
  EXPECT_EQ(run("--impl gcc --filter '*fp32_to_fp16*'").status, 0);
  const std::string id = report()["rows"][0]["id"];
  const Shell row = shell(ulpgate() + " explain " + id + " --report " + out_.string());
  EXPECT_EQ(row.status, 0) << row.text;
  EXPECT_NE(row.text.find("verdict"), std::string::npos);
  EXPECT_EQ(shell(ulpgate() + " explain CONVERT-ROUND-1").status, 0);
}

}  // namespace
}  // namespace ulpgate::pipeline
