// What a run writes: the same for every number of threads, replayed, and read again after it was killed or
// damaged.
#include <chrono>
#include <regex>
#include <signal.h>
#include <thread>

#include "reports/record/report.h"
#include "suites/self/pipeline.h"

namespace ulpgate::pipeline {
namespace {

/// Record text without the one thing that may differ from run to run.
std::string without_times(std::string text) {
  return std::regex_replace(text, std::regex(R"("timing":\{"seconds":[^}]*\})"), "\"timing\":{}");
}

TEST_F(Pipeline, SameSeedSameRecordsOnAnyNumberOfThreads) {
  std::string first;
  for (const char* threads : {"1", "8", "1", "8"}) {
    ASSERT_EQ(run("--suite convert --impl eigen --seed 7 --threads " + std::string(threads)).status, 0);
    const std::string records = without_times(read(out_ / "records/convert.eigen.jsonl"));
    if (first.empty()) first = records;
    EXPECT_TRUE(records == first) << "with " << threads << " threads";
  }
  EXPECT_GT(first.size(), 10000U);
  ASSERT_EQ(run("--suite convert --impl eigen --seed 8").status, 0);
  EXPECT_NE(without_times(read(out_ / "records/convert.eigen.jsonl")), first);
}

TEST_F(Pipeline, SameSeedSameRecordsOfGemmAndMma) {
  for (const std::string operation : {"gemm", "mma"}) {
    const std::string implementation = operation == "gemm" ? "eigen" : "model-sm_70";
    std::string first;
    for (const char* threads : {"1", "5"}) {
      ASSERT_EQ(run("--suite " + operation + " --impl " + implementation + " --threads " + threads).status,
                0);
      const std::string records =
          without_times(read(out_ / ("records/" + operation + "." + implementation + ".jsonl")));
      if (first.empty()) first = records;
      EXPECT_TRUE(records == first) << operation << " with " << threads << " threads";
    }
    EXPECT_GT(first.size(), 10000U);
    // Bits are compared, too: rows that judged outputs have their fingerprint.
    for (const ulpgate::report::Row& row : ulpgate::report::read_report(out_ / "report.json").rows) {
      const bool of_outputs = row.judged > 0 && !row.requirement.starts_with("API-");
      EXPECT_EQ(row.fingerprint.starts_with("xxh3-64:"), of_outputs) << row.id;
    }
  }
}

TEST_F(Pipeline, PartsAtOnceLeaveTheRecordsOfOneAfterTheOther) {
  const std::vector<std::string> implementations{"eigen", "model-sm_70", "openblas", "onednn"};
  std::string options = "--suite gemm mma";
  for (const std::string& implementation : implementations) options += " --impl " + implementation;
  const auto records = [&](const std::string& threads) {
    EXPECT_EQ(run(options + " --threads " + threads).status, 0);
    std::map<std::string, std::string> files;
    for (const char* operation : {"gemm", "mma"}) {
      for (const std::string& implementation : implementations) {
        const std::string file = operation + ("." + implementation) + ".jsonl";
        files[file] = without_times(read(out_ / "records" / file));
        EXPECT_GT(files[file].size(), 100U) << file;
      }
    }
    return files;
  };
  const auto alone = records("1");
  for (const auto& [file, text] : records("6")) EXPECT_TRUE(alone.at(file) == text) << file;
}

TEST_F(Pipeline, AFailureOfGemmIsReplayed) {
  const Shell s = run("--suite gemm --impl plugin:" ULPGATE_MUTANTS_FOLDER "/mutant_gemm_M19.so");
  EXPECT_EQ(s.status, 1);
  const auto at = s.text.find("replay: ");
  ASSERT_NE(at, std::string::npos) << s.text;
  const std::string command = s.text.substr(at + 8, s.text.find('\n', at) - at - 8);
  const Shell again = shell(ulpgate() + command.substr(7));
  EXPECT_EQ(again.status, 1) << again.text;
  const Shell other = shell(ulpgate() + command.substr(7) + " --impl " + plugin("gemm_control"));
  EXPECT_EQ(other.status, 0) << other.text;
}

TEST_F(Pipeline, AFailureIsReplayed) {
  const Shell s = run("--impl plugin:" ULPGATE_MUTANTS_FOLDER "/mutant_convert_M02.so");
  EXPECT_EQ(s.status, 1);
  const auto at = s.text.find("replay: ");
  ASSERT_NE(at, std::string::npos) << s.text;
  const std::string command = s.text.substr(at + 8, s.text.find('\n', at) - at - 8);
  ASSERT_EQ(command.rfind("ulpgate replay ", 0), 0U);
  const Shell again = shell(ulpgate() + command.substr(7));
  EXPECT_EQ(again.status, 1) << again.text;
  const Shell other = shell(ulpgate() + command.substr(7) + " --impl " + plugin("control"));
  EXPECT_EQ(other.status, 0) << other.text;
}

TEST_F(Pipeline, AKilledRunStillMakesAPageThatSaysWhatIsMissing) {
  const fs::path said = out_.string() + ".said";
  const pid_t child = fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stdout);
    std::freopen(said.c_str(), "w", stderr);
    execl(ULPGATE_BINARY, "ulpgate", "run", "--tier", "standard", "--impl", "gcc", "--out", out_.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  // In the middle: after a few rows.
  const auto enough_rows = [&] {
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(out_, ignored)) {
      if (entry.path().extension() == ".jsonl" && entry.file_size() > 60000) return true;
    }
    return false;
  };
  for (int i = 0; i < 3000 && !enough_rows(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGINT);
  waitpid(child, nullptr, 0);
  EXPECT_NE(read(said).find("ulpgate: stopped; the records so far are kept, and ulpgate report " +
                            out_.string() + " makes the report of them\n"),
            std::string::npos);
  fs::remove(said);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the worker follows its parent
  const Shell s = shell(ulpgate() + " report " + out_.string());
  EXPECT_EQ(s.status, 1) << s.text;
  const json r = report();
  EXPECT_FALSE(r["footer"]["complete"]);
  EXPECT_FALSE(r["footer"]["missing"].empty());
  EXPECT_GT(verdicts("gcc")["pass"], 0);
  EXPECT_NE(read(out_ / "index.html").find("not complete"), std::string::npos);
  EXPECT_NE(s.text.find("stopped before it ended: convert gcc"), std::string::npos) << s.text;
}

TEST_F(Pipeline, RecordsThatAreGoneAreMissed) {
  EXPECT_EQ(run("--impl gcc --impl eigen --filter '*fp16_to_fp32*'").status, 0);
  const fs::path gone = out_ / "records/convert.eigen.jsonl";
  EXPECT_EQ(shell(ulpgate() + " report " + out_.string()).status, 0);
  ASSERT_TRUE(fs::remove(gone));
  const Shell s = shell(ulpgate() + " report " + out_.string());
  EXPECT_EQ(s.status, 1) << s.text;
  EXPECT_FALSE(report()["footer"]["complete"]);
  EXPECT_NE(s.text.find("incomplete: " + gone.string() + ": the run left this file, and it is gone"),
            std::string::npos)
      << s.text;
}

TEST_F(Pipeline, ADamagedLineCostsItsOwnRow) {
  EXPECT_EQ(run("--impl gcc --suite convert --filter '*fp16_to_fp32*'").status, 0);
  const int before = verdicts("gcc")["pass"];
  const fs::path records = out_ / "records/convert.gcc.jsonl";
  std::istringstream in(read(records));
  std::string line, text;
  int number = 0, damaged = 0;
  while (std::getline(in, line)) {
    ++number;
    if (damaged == 0 && number > 8 && line.starts_with("{\"type\":\"row\"")) {
      damaged = number;
      line[line.size() / 2] = '\x01';
    }
    text += line + "\n";
  }
  ASSERT_GT(damaged, 0);
  std::ofstream(records, std::ios::binary) << text;
  const Shell s = shell(ulpgate() + " report " + out_.string());
  EXPECT_EQ(s.status, 1) << s.text;
  EXPECT_EQ(verdicts("gcc")["pass"], before - 1);
  const auto says = s.text.find("convert.gcc.jsonl:" + std::to_string(damaged) + ": ");
  ASSERT_NE(says, std::string::npos) << s.text;
  EXPECT_NE(s.text.find("; the line is passed over", says), std::string::npos) << s.text;
  EXPECT_FALSE(report()["footer"]["complete"]);
}

}  // namespace
}  // namespace ulpgate::pipeline
