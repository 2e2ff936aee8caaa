// Parts of a run, joined, are the run in one.
#include <regex>

#include "suites/self/pipeline.h"

namespace ulpgate::pipeline {
namespace {

/// A report without the times that differ from run to run.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex(R"("timing": ?\{[^}]*\})"), "\"timing\":{}");
}

class Merge : public Pipeline {
 protected:
  void SetUp() override {
    Pipeline::SetUp();
    fs::create_directories(out_);
  }
  static constexpr int passes_or_fails = -1;

  /// The report of that folder.
  std::string run_into(const std::string& folder, const std::string& arguments, int status) const {
    const Shell s =
        shell(ulpgate() + " run --tier smoke --out " + (out_ / folder).string() + " " + arguments);
    EXPECT_TRUE(s.status == status || (status == passes_or_fails && s.status < 2)) << s.text;
    return read(out_ / folder / "report.json");
  }
  Shell merge(const std::string& parts, const std::string& out) const {
    return shell("cd " + out_.string() + " && " + ulpgate() + " merge " + parts + " -o " + out);
  }
};

TEST_F(Merge, AllShardsAreTheWholeRunByteForByte) {
  const std::string what = "--suite convert mma --impl eigen --impl model-sm_70 --impl plugin:" +
                           std::string(ULPGATE_MUTANTS_FOLDER "/mutant_convert_M02.so");
  const std::string whole = run_into("whole", what, 1);
  std::string parts;
  for (const std::string shard : {"1", "2", "3"}) {
    const std::string report = run_into(shard, what + " --shard " + shard + "/3", passes_or_fails);
    EXPECT_NE(report.find("\"shard\": {"), std::string::npos);
    EXPECT_LT(report.size(), whole.size());
    parts += " " + shard;
  }
  const Shell s = merge(parts, "merged");
  EXPECT_EQ(s.status, 1) << s.text;
  EXPECT_TRUE(without_times(read(out_ / "merged/report.json")) == without_times(whole));
  EXPECT_TRUE(fs::exists(out_ / "merged/index.html") && fs::exists(out_ / "merged/junit.xml"));

  // The records that it leaves are those of a run, too, and its failures are replayed.
  EXPECT_EQ(shell(ulpgate() + " report " + (out_ / "merged").string()).status, 1);
  EXPECT_TRUE(without_times(read(out_ / "merged/report.json")) == without_times(whole));
  const auto failures = [](const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder / "failures"))
      files[entry.path().filename()] = read(entry.path());
    return files;
  };
  EXPECT_EQ(failures(out_ / "merged"), failures(out_ / "whole"));

  // Again over the old one, as reports alone, and where a shard is missing or given twice.
  EXPECT_EQ(merge(parts, "merged").status, 1);
  EXPECT_EQ(merge("1/report.json 2/report.json 3/report.json", "whole.json").status, 1);
  EXPECT_TRUE(without_times(read(out_ / "whole.json")) == without_times(whole));
  const Shell missing = merge("1 3", "none");
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.text, "ulpgate: shard 2 of 3 is missing: 1 is shard 1 of 3\n");
  EXPECT_EQ(merge("1 2 3 2", "none").text, "ulpgate: 2 is given twice\n");
  EXPECT_FALSE(fs::exists(out_ / "none"));
  const Shell over = merge(parts, "2");
  EXPECT_EQ(over.text, "ulpgate: 2 would replace 2: choose another --out\n");
  EXPECT_TRUE(fs::exists(out_ / "2/report.json"));
  // A shard is no run: a gate does not go on.
  EXPECT_EQ(shell(ulpgate() + " gate " + (out_ / "1").string() + " " + (out_ / "1").string()).status, 1);
}

TEST_F(Merge, OperationsRunApartAreTheWholeRunByteForByte) {
  const std::string whole = run_into("whole", "--suite convert mma --impl model-sm_70 --impl gcc", 0);
  run_into("a", "--suite convert --impl model-sm_70 --impl gcc", 0);
  run_into("b", "--suite mma --impl model-sm_70", 0);
  run_into("c", "--suite mma --impl gcc", 1);  // nothing is offered, so nothing is judged
  const Shell s = merge("a b c", "merged");
  EXPECT_EQ(s.status, 0) << s.text;
  EXPECT_TRUE(without_times(read(out_ / "merged/report.json")) == without_times(whole));
  run_into("d", "--suite mma --impl model-sm_70 --seed 2", 0);
  EXPECT_EQ(merge("a d c", "none").text,
            "ulpgate: a and d are not of one run: seed differs: \"1\" and \"2\"\n");
  EXPECT_EQ(shell(ulpgate() + " run --shard 3/2").status, 2);
  fs::remove(out_ / "b/report.json");
  EXPECT_EQ(merge("a b c", "none").text, "ulpgate: b has records and no report: ulpgate report b makes it\n");
}

}  // namespace
}  // namespace ulpgate::pipeline
