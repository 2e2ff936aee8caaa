// ulpgate probe: what it prints and how it ends.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct Ended {
  int status = -1;
  std::string output;
};

Ended run(const std::string& arguments, const std::string& what = "probe") {
  const std::string command = std::string("'") + ULPGATE_BINARY + "' " + what + " " + arguments + " 2>&1";
  Ended ended;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) ended.output += buffer.data();
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
}

const std::string matrix = "--impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/matrix.so'";

TEST(ProbeCommand, PrintsATable) {
  const Ended ended = run(matrix + " --variant chain");
  EXPECT_EQ(ended.status, 0) << ended.output;
  for (const char* expected :
       {"mma  plugin:matrix  chain", "  fp32 x fp32 + fp32 -> fp32, k = 4\n  one model explains all ",
        "  algorithm  fma_chain ", "results that are NaN have several codes; any two count as equal",
        "k 0, 1, then 2, then 3", "cdna3/mfma.fp32.fp32  equal\n"})
    EXPECT_NE(ended.output.find(expected), std::string::npos) << expected << "\n" << ended.output;
}

TEST(ProbeCommand, SaysWhatCouldNotBeProbed) {
  const Ended ended = run(matrix);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_NE(ended.output.find("shapeless  not run: The offer shapeless of mma does not claim its shape."),
            std::string::npos)
      << ended.output;
}

TEST(ProbeCommand, WritesJson) {
  const auto file = std::filesystem::temp_directory_path() / ("ulpgate_probe_" + std::to_string(getpid()));
  const Ended ended = run(matrix + " --variant chain --profile cdna2 --json --out '" + file.string() + "'");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output, "");
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::filesystem::remove(file);
  const auto json = nlohmann::json::parse(text.str());
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["variant"], "chain");
  const auto& findings = json[0]["findings"];
  EXPECT_EQ(findings["algorithms"], nlohmann::json::array({"fma_chain"}));
  ASSERT_EQ(findings["profiles"].size(), 1U);
  EXPECT_EQ(findings["profiles"][0]["profile"], "cdna2");
}

struct Death {
  const char* how;
  const char* options;
  const char* says;
};

class ProbeOfWhatDies : public ::testing::TestWithParam<Death> {};

TEST_P(ProbeOfWhatDies, SaysWhoAndHowAndWhere) {
  const Death& d = GetParam();
  const std::string dies = "--impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/matrix_dies.so' ";
  setenv("ULPGATE_TEST_DEATH", d.how, 1);
  std::vector<Ended> all{run(dies + d.options)};
  // It asks nothing of such an instruction.
  if (std::string(d.how).starts_with("load")) all.push_back(run(dies + d.options, "experiment"));
  unsetenv("ULPGATE_TEST_DEATH");
  for (const Ended& ended : all) {
    EXPECT_EQ(ended.status, 1) << ended.output;
    EXPECT_TRUE(ended.output.starts_with("ulpgate: plugin:" ULPGATE_PLUGINS_FOLDER "/matrix_dies.so "))
        << ended.output;
    EXPECT_NE(ended.output.find(d.says), std::string::npos) << ended.output;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << ended.output;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ProbeOfWhatDies,
    ::testing::Values(
        Death{
            "abort", "",
            "was killed by SIGABRT (Aborted) in call 4, mma dies of a 4x4, b 4x4, c 4x4, d 4x4 (probing mma "
            "dies)\n"},
        Death{"exit", "--json", "exited with status 0 in call 4, mma dies"},
        Death{"hang", "--timeout 1", "gave no answer within 1 s in call 4, mma dies"},
        Death{"exhaust", "--memory-limit 2000", "took more than 2000 MiB of memory in call 4, mma dies"},
        Death{"load_abort", "", "was killed by SIGABRT (Aborted) in loading it\n"},
        Death{"load_hang", "--timeout 1", "gave no answer within 1 s in loading it\n"}));

TEST(ProbeCommand, BadUseIsOneSentence) {
  const auto expect = [](const std::string& arguments, const std::string& sentence) {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_NE(ended.output.find(sentence), std::string::npos) << ended.output;
  };
  expect("", "--impl is required");
  expect("--impl nobody", "nobody");
  expect(matrix + " --profile sm_1", "ulpgate: no profile is called 'sm_1'\n");
  expect(matrix + " --variant nothing",
         "matrix.so offers no mma and no gemm whose variant matches 'nothing'\n");
  expect("--impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/control.so'", "control.so offers no mma and no gemm\n");
}

}  // namespace
