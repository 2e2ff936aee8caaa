// scripts/gpu-check without a GPU: what it says when something is missing, and its stages on devices that are
// not there.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <unistd.h>

#include "suites/self/shell.h"

namespace {

namespace fs = std::filesystem;
using ulpgate::Shell;
using ulpgate::shell;

std::string read(const fs::path& path) {
  std::stringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

class GpuCheck : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(scratch_); }
  void TearDown() override { fs::remove_all(scratch_); }

  Shell check(const std::string& arguments, const std::string& variables = "") const {
    return shell("ULPGATE_NO_SETUP=1 " + variables + " bash -u '" ULPGATE_SCRIPTS "/gpu-check' --out '" +
                 out().string() + "' " + arguments);
  }
  fs::path out() const { return scratch_ / "out"; }
  /// A program of that name that says and does little.
  void fake(const std::string& name, const std::string& body) const {
    std::ofstream(scratch_ / name) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(scratch_ / name, fs::perms::owner_all);
  }
  /// The usual tools but nvcc, nvidia-smi and those named.
  std::string path_without(const std::string& name) const {
    const fs::path tools = scratch_ / "tools";
    fs::create_directories(tools);
    for (const char* tool :
         {"bash",  "cat",   "cmake",      "cp", "date", "dirname", "g++", "grep",    "head", "ls",
          "mkdir", "ninja", "pkg-config", "rm", "sed",  "tail",    "tee", "timeout", "tr",   "env"}) {
      if (name == tool || fs::is_symlink(tools / tool)) continue;
      std::string found = shell(std::string("command -v ") + tool).text;
      if (!found.empty()) found.pop_back();
      if (!found.empty()) fs::create_symlink(found, tools / tool);
    }
    if (!name.empty()) fs::remove(tools / name);
    return "PATH='" + tools.string() + "' CUDA_PATH=/nonexistent ";
  }

  fs::path scratch_ = fs::temp_directory_path() / ("ulpgate-gpu-check-" + std::to_string(getpid()));
};

/// One sentence and status 2.
void expect_refusal(const Shell& s, const std::string& sentence) {
  EXPECT_EQ(s.status, 2) << s.text;
  EXPECT_EQ(s.text.rfind("gpu-check: " + sentence, 0), 0U) << s.text;
  EXPECT_EQ(s.text.find('\n'), s.text.size() - 1) << s.text;
}

TEST_F(GpuCheck, BadUseIsOneSentence) {
  expect_refusal(check("--tier most"), "no tier is called 'most'; there are smoke, standard,");
  expect_refusal(check("--minutes 0"), "--minutes is '0', which is not a whole number");
  expect_refusal(check("--minutes"), "--minutes needs a value; see --help");
  expect_refusal(check("--device one"), "--device is 'one', which is not the number of a device");
  expect_refusal(check("--out ''"), "--out is empty\n");
  expect_refusal(check("--fast"), "there is no option '--fast'; see --help");
  expect_refusal(check("--build /nonexistent"),
                 "/nonexistent has no bin/ulpgate and bin/ulpgate-conformance");
  EXPECT_EQ(check("--help").status, 0);
}

TEST_F(GpuCheck, AForeignFolderIsLeftAlone) {
  fs::create_directories(out());
  std::ofstream(out() / "letter.txt") << "dear";
  expect_refusal(check(""), out().string() + " is not from an earlier gpu-check");
  EXPECT_EQ(read(out() / "letter.txt"), "dear");
}

TEST_F(GpuCheck, SaysWhatIsMissing) {
  expect_refusal(check("", path_without("")), "nvcc is missing: install the CUDA Toolkit, or set CUDACXX\n");
  fake("nvcc", "exit 1");
  const std::string nvcc = "CUDACXX='" + (scratch_ / "nvcc").string() + "' ";
  expect_refusal(check("", path_without("cmake") + nvcc), "cmake is missing: install CMake 3.25 or newer\n");
  expect_refusal(check("", path_without("ninja") + nvcc),
                 "ninja is missing: install the package ninja-build, or run scripts/setup\n");
  expect_refusal(check("", path_without("") + nvcc), "nvcc does not work; see ");
}

TEST_F(GpuCheck, WithoutADeviceThereIsNothingToCheck) {
  expect_refusal(check("--build '" ULPGATE_FAKE_BUILD "'", "ULPGATE_FAKE_DEVICES=0"),
                 "no CUDA device: the fake has none\n");
}

TEST_F(GpuCheck, TheReasonIsInTheSummaryAndAnEarlierOneStays) {
  const std::string no_device = "--build '" ULPGATE_FAKE_BUILD "'";
  check(no_device, "ULPGATE_FAKE_DEVICES=0");
  EXPECT_EQ(read(out() / "summary.txt"), "not run  no CUDA device: the fake has none\n");
  std::ofstream(out() / "summary.txt") << "pass  of an earlier run\n";
  std::ofstream(out() / "agreement.txt") << "of it, too\n";
  expect_refusal(check(no_device, "ULPGATE_FAKE_DEVICES=0"), "no CUDA device: the fake has none\n");
  expect_refusal(check("", path_without("")), "nvcc is missing: ");
  EXPECT_EQ(read(out() / "summary.txt"), "pass  of an earlier run\n");
  EXPECT_EQ(read(out() / "agreement.txt"), "of it, too\n");
}

TEST_F(GpuCheck, EveryStageHasALine) {
  const Shell s =
      check("--build '" ULPGATE_FAKE_BUILD
            "' --tier smoke --device 1 --impl gcc --impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/matrix.so'",
            "ULPGATE_FAKE_DEVICES=2");
  const std::string summary = read(out() / "summary.txt");
  for (const char* line :
       {"gpu-check: tier smoke, 8 minutes\n", "not run  fragments ", "fragment_device_test was not built\n",
        "pass     probe mma plugin:", "pass     experiment plugin:", " rows smoke ", "not run  agreement ",
        "not run  memcheck ", "not run  racecheck ", "not run  initcheck ", "not run  synccheck ",
        "not run  benchmark ", "cuda_benchmark was not built\n"})
    EXPECT_NE(summary.find(line), std::string::npos) << line << "\n" << s.text;
  EXPECT_NE(s.text.find(summary), std::string::npos);
  // The plug-in has an offer that is wrong, so the rows fail.
  EXPECT_EQ(s.status, 1) << s.text;
  EXPECT_NE(summary.find("fail     rows smoke "), std::string::npos) << summary;
  for (const char* file :
       {"report/report.json", "report/index.html", "report/profile.html", "report/records/convert.gcc.jsonl",
        "experiments.txt", "devices.txt", "logs/rows.log"})
    EXPECT_TRUE(fs::exists(out() / file)) << file;
  EXPECT_NE(read(out() / "report/report.json").find("\"Fake 1\""), std::string::npos);
}

TEST_F(GpuCheck, WhatRunsOutOfTimeIsCutOffAndSaid) {
  fs::create_directories(out());
  const Shell s =
      shell("bash -uc 'minutes=8 budget=480; . \"" ULPGATE_SCRIPTS "/gpu-check.d/stages\"; summary=\"" +
            (out() / "summary.txt").string() + "\"; log=\"" + (out() / "log").string() +
            "\"; stage slow 1 \"$log\" sleep 30; stage late 0 \"$log\" true; stage good 9 \"$log\" true; "
            "echo $failed; "
            "stage bad 9 \"$log\" sh -c \"exit 3\"; echo $failed; budget=0; left; share 4'");
  for (const char* line :
       {"not run  slow ", "cut off after 1 s; what there is stands in ", "not run  late ",
        "the 8 minutes had ended\n", "pass     good ", "fail     bad ", "exit status 3; see "})
    EXPECT_NE(s.text.find(line), std::string::npos) << line << "\n" << s.text;
  EXPECT_NE(s.text.find("\n0\nfail "), std::string::npos) << s.text;
  EXPECT_EQ(s.text.substr(s.text.size() - 4), "1\n00") << s.text;
}

}  // namespace
