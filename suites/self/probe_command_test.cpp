// ulpgate probe: what it prints and how it ends.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "suites/self/shell.h"

namespace {

ulpgate::Shell run(const std::string& arguments, const std::string& what = "probe") {
  return ulpgate::shell("'" ULPGATE_BINARY "' " + what + " " + arguments);
}

const std::string matrix = "--impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/matrix.so'";

TEST(ProbeCommand, PrintsATable) {
  const ulpgate::Shell ended = run(matrix + " --variant chain");
  EXPECT_EQ(ended.status, 0) << ended.text;
  for (const char* expected :
       {"mma  plugin:matrix  chain", "  fp32 x fp32 + fp32 -> fp32, k = 4\n  one model explains all ",
        "  algorithm  fma_chain ", "results that are NaN have several codes; any two count as equal",
        "k 0, 1, then 2, then 3", "cdna3/mfma.fp32.fp32  equal\n"})
    EXPECT_NE(ended.text.find(expected), std::string::npos) << expected << "\n" << ended.text;
}

TEST(ProbeCommand, SaysWhatCouldNotBeProbed) {
  const ulpgate::Shell ended = run(matrix);
  EXPECT_EQ(ended.status, 0) << ended.text;
  EXPECT_NE(ended.text.find("shapeless  not run: The offer shapeless of mma does not claim its shape."),
            std::string::npos)
      << ended.text;
}

TEST(ProbeCommand, WritesJson) {
  const auto file = std::filesystem::temp_directory_path() / ("ulpgate_probe_" + std::to_string(getpid()));
  const ulpgate::Shell ended =
      run(matrix + " --variant chain --profile cdna2 --json --out '" + file.string() + "'");
  EXPECT_EQ(ended.status, 0) << ended.text;
  EXPECT_EQ(ended.text, "");
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
  std::vector<ulpgate::Shell> all{run(dies + d.options)};
  // It asks nothing of such an instruction.
  if (std::string(d.how).starts_with("load")) all.push_back(run(dies + d.options, "experiment"));
  unsetenv("ULPGATE_TEST_DEATH");
  for (const ulpgate::Shell& ended : all) {
    EXPECT_EQ(ended.status, 1) << ended.text;
    EXPECT_TRUE(ended.text.starts_with("ulpgate: plugin:" ULPGATE_PLUGINS_FOLDER "/matrix_dies.so "))
        << ended.text;
    EXPECT_NE(ended.text.find(d.says), std::string::npos) << ended.text;
    EXPECT_EQ(std::count(ended.text.begin(), ended.text.end(), '\n'), 1) << ended.text;
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
    const ulpgate::Shell ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_NE(ended.text.find(sentence), std::string::npos) << ended.text;
  };
  expect("", "--impl is required");
  expect("--impl nobody", "nobody");
  expect(matrix + " --profile sm_1", "ulpgate: no profile is called 'sm_1'\n");
  expect(matrix + " --variant nothing",
         "matrix.so offers no mma and no gemm whose variant matches 'nothing'\n");
  expect("--impl 'plugin:" ULPGATE_PLUGINS_FOLDER "/control.so'", "control.so offers no mma and no gemm\n");
}

}  // namespace
