// Experiments: files of questions, and answers of models whose arithmetic is known.
#include "suites/probe/experiment.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "kernels/api/registry.h"
#include "suites/self/shell.h"

namespace ulpgate::probe {
namespace {

std::string refusal(const std::string& text) {
  try {
    read_experiments(text, "f");
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "read";
}

const Experiment& named(const std::string& name) {
  for (const Experiment& e : all_experiments()) {
    if (e.name == name) return e;
  }
  throw std::runtime_error("no experiment " + name);
}

/// Meanings by input of what one variant answers.
std::map<std::string, std::string> meanings(const std::string& implementation, const std::string& experiment,
                                            const std::string& variant) {
  const auto made = make_implementation(implementation);
  std::map<std::string, std::string> all;
  for (const ExperimentAnswer& a : run_experiment(*made, named(experiment), variant)) {
    EXPECT_EQ(a.as_profile, true) << a.asked;
    all[a.formats + " " + a.asked] = a.meaning;
  }
  return all;
}

TEST(ExperimentFile, IsReadOrRefusedWithItsLine) {
  const std::string head = "experiment x\nquestion Q?\nformats fp16 fp32\n";
  EXPECT_EQ(refusal(head + "ask c=0 1*1\n= 1 yes  # why\n"), "read");
  EXPECT_EQ(refusal(""), "f:1: there is no experiment in this file.");
  EXPECT_EQ(refusal("question Q?"), "f:1: a file begins with a line 'experiment NAME'.");
  EXPECT_EQ(refusal(head + "ask c=0 1*1\nask c=1\n= 1 yes"), "f:5: the 'ask' above has no meaning.");
  EXPECT_EQ(refusal(head + "ask c=0 1*1\n= 1"), "f:5: the meaning is missing.");
  EXPECT_EQ(refusal(head + "= 1 yes"), "f:4: a meaning stands before any 'ask'.");
  EXPECT_EQ(refusal("experiment x\nask c=0"), "f:2: 'formats' must come before 'ask'.");
  EXPECT_EQ(refusal("experiment x\nformats fp99 fp32"), "f:2: there is no format 'fp99'.");
  EXPECT_EQ(refusal(head), "f:3: x asks nothing.");
  EXPECT_EQ(refusal("experiment x\nfact a_input"), "f:2: a fact stands before any 'gemm'.");
  EXPECT_EQ(refusal(head + "answer 1"), "f:4: a line cannot begin with 'answer'.");
  EXPECT_NE(refusal(head + "ask c=0 1+1*").find("f:4"), std::string::npos);
}

/// Each open item of the list has an experiment, and each experiment's results differ in value.
TEST(Experiments, CoverTheOpenQuestions) {
  std::string items;
  for (const Experiment& e : all_experiments()) {
    if (items.find(e.item) == std::string::npos) items += e.item;
    for (const DotQuestion& q : e.dots) {
      for (std::size_t i = 0; i < q.meanings.size(); ++i) {
        const auto code = q.meanings[i].result.code_in(*q.result);
        ASSERT_TRUE(code) << e.name << " " << q.text;
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_NE(q.meanings[j].result.code_in(*q.result), code) << e.name << " " << q.text;
      }
    }
  }
  EXPECT_EQ(items, "123456");
}

TEST(Experiments, TellTheTwoFp8PathsOfHopperApart) {
  const auto lowered = meanings("model-sm_90", "fp8-sets", "mma.*");
  const auto own = meanings("model-sm_90", "fp8-sets", "wgmma.*");
  const std::string by_mod4 = "e5m2.e5m2_to_fp32 c=0 2^8*2^8@0 -2^8*2^8@1 2^-6*2^-6@2";
  EXPECT_EQ(lowered.at(by_mod4),
            "k = 2 comes in a step after k = 0 and 1: sets by k mod 4, or no alignment at all");
  EXPECT_EQ(own.at(by_mod4), "k = 0, 1 and 2 are in one step, or k = 1 comes after k = 0");
  const std::string narrow = "e4m3.e4m3_to_fp32 c=2^-14 1*1 -1*1";
  EXPECT_EQ(meanings("model-sm_90", "fp8-datapath", "wgmma.*").at(narrow),
            "13 fraction bits: a datapath of its own");
  EXPECT_EQ(meanings("model-sm_90", "fp8-datapath", "mma.*").at(narrow),
            "more than 13 fraction bits are kept");
}

TEST(Experiments, CountTheProductsOfAStep) {
  const std::string eight = "fp16.fp16_to_fp32 c=1 2^-12*2^-12 2^-12*2^-12@8";
  EXPECT_EQ(meanings("model-sm_90", "products-of-a-step", "mma.m16n8k16").at(eight), "9 or more");
  EXPECT_EQ(meanings("model-sm_80", "products-of-a-step", "mma.m16n8k16").at(eight), "8 or fewer");
}

TEST(Experiments, EveryModelAnswersAsItsProfileAndWithAResultThatWasThoughtOf) {
  for (const char* name : {"model-sm_80", "model-sm_89", "model-sm_90", "model-sm_100"}) {
    const auto made = make_implementation(name);
    int answers = 0;
    for (const Experiment& e : all_experiments()) {
      if (!e.gemms.empty()) continue;
      for (const ExperimentAnswer& a : run_experiment(*made, e, "")) {
        if (a.result.empty()) continue;
        ++answers;
        EXPECT_EQ(a.as_profile, true) << name << " " << e.name << " " << a.asked;
        EXPECT_NE(a.meaning, "none of the results that were thought of")
            << name << " " << a.variant << " " << a.formats << " " << e.name << " " << a.asked << " "
            << a.result;
      }
    }
    EXPECT_GT(answers, 20) << name;
  }
}

TEST(Experiments, ReadWhatTheProbeFindsOfGemms) {
  const auto made = make_implementation("model-sm_90");
  const auto answers = run_experiment(*made, named("fp8-promotion"), "wgmma+promotion128");
  std::string promotion;
  for (const ExperimentAnswer& a : answers) {
    if (a.formats == "e4m3.e4m3_to_fp32" && a.asked == "promotion") promotion = a.result;
  }
  EXPECT_EQ(promotion, "128");
}

Shell run(const std::string& arguments) { return shell("'" ULPGATE_BINARY "' " + arguments); }

TEST(ExperimentCommand, PrintsATableOrJson) {
  const Shell table = run("experiment fp8-datapath --impl model-sm_90 --variant 'wgmma*'");
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.text.find("fp8-datapath (item 3): Do fp8 operands run on a datapath of their own"),
            std::string::npos);
  EXPECT_NE(table.text.find("as claimed  13 fraction bits: a datapath of its own\n"), std::string::npos)
      << table.text;
  const Shell text = run("experiment fp8-datapath --impl model-sm_90 --variant 'wgmma*' --json");
  EXPECT_NE(text.text.find("\"experiment\": \"fp8-datapath\""), std::string::npos) << text.text;
}

TEST(ExperimentCommand, BadUseIsOneSentence) {
  const Shell unknown = run("experiment nosuch --impl model-sm_90");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.text, "ulpgate: no experiment is called 'nosuch'; see ulpgate list experiments\n");
  const Shell nothing = run("experiment --impl gcc --variant x");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_EQ(nothing.text, "ulpgate: gcc offers nothing that an experiment asks and that was named\n");
  EXPECT_EQ(run("experiment --impl gcc").text, "gcc offers nothing that an experiment asks\n");
  EXPECT_EQ(run("agreement /nosuch.json").status, 2);
}

}  // namespace
}  // namespace ulpgate::probe
