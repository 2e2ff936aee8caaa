// The suite of the loss scaler is held to its purpose: every planted fault is convicted by the requirement
// that names it, shrunk to the shortest script that shows it, and neither the correct plug-in nor the host's
// scaler is accused.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "kernels/api/registry.h"
#include "suites/framework/failure_file.h"
#include "suites/framework/row_judge.h"
#include "suites/scaler/case_json.h"
#include "suites/scaler/judge.h"
#include "suites/self/conviction.h"

namespace ulpgate {
namespace {

using nlohmann::json;

json mutants() {
  return json::parse(std::ifstream(std::string(ULPGATE_MUTANT_LISTS) + "/scaler/mutants.json"));
}

std::vector<Row> judge(const std::string& spec, const std::filesystem::path& failures,
                       const std::function<bool(const RowIdentity&)>& wanted) {
  const auto implementation = make_implementation(spec);
  const SuiteContext context{.implementation = *implementation,
                             .spec = spec,
                             .tier = Tier::standard,
                             .seed = 1,
                             .threads = 2,
                             .failures = failures};
  std::vector<Row> rows;
  for (const PlannedRow& planned : find_suite("grad_scaler")->plan(context)) {
    if (wanted(planned.identity)) rows.push_back(judge_row(planned, context, {}));
  }
  return rows;
}

bool concerns(const RowIdentity& row, const json& witness) {
  return row.variant == witness.value("variant", "plain") &&
         row.formats.front().second == witness.value("format", "fp32");
}

TEST(ScalerConviction, EachIsConvictedByItsRequirementAndShrunk) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "scaler_conviction";
  std::filesystem::remove_all(folder);
  std::set<std::string> requirements_with_a_mutant;
  for (const json& mutant : mutants()) {
    const std::string requirement = mutant["convicted_by"], id = mutant["id"];
    const std::string spec = "plugin:" + conviction::mutant_path(mutant);
    const auto failures = folder / id;
    const std::vector<Row> rows = judge(spec, failures, [&](const RowIdentity& row) {
      return row.requirement == requirement && concerns(row, mutant["witness"]);
    });
    ASSERT_EQ(rows.size(), 1u) << id;
    EXPECT_EQ(rows[0].verdict, Verdict::fail) << id << ": " << rows[0].message;
    if (rows[0].verdict != Verdict::fail) continue;
    ASSERT_FALSE(rows[0].replay.empty()) << id << ": " << rows[0].message;
    const Failure failure = read_failure(std::filesystem::directory_iterator(failures)->path());
    EXPECT_LE(scaler::case_from_json(failure.the_case).script.size(), mutant["commands"].get<std::size_t>())
        << id << ": " << failure.message;
    const auto faulty = make_implementation(spec);
    EXPECT_NE(find_suite("grad_scaler")->replay(*faulty, failure.row, failure.the_case), "") << id;
    const auto control =
        make_implementation("plugin:" + std::string(ULPGATE_PLUGINS_FOLDER) + "/scaler_control.so");
    EXPECT_EQ(find_suite("grad_scaler")->replay(*control, failure.row, failure.the_case), "") << id;
    requirements_with_a_mutant.insert(requirement);
  }
  for (const Requirement& r : find_suite("grad_scaler")->requirements)
    EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
        << r.id << " has no mutant that it convicts";
}

/// Every script of up to `longest` of these commands, each one after those that it begins with.
template <typename Visit>
void each_script(const ScalerScript& words, std::size_t longest, ScalerScript& script, const Visit& visit) {
  if (script.size() == longest) return;
  for (const ScalerCommand& word : words) {
    script.push_back(word);
    visit();
    each_script(words, longest, script, visit);
    script.pop_back();
  }
}

// What is said to take five commands cannot be shown with four. To these faults all that is not finite is the
// same, and so are all optimizers but the one that is at fault.
TEST(ScalerConviction, NoScriptOfFourCommandsShowsWhatTakesFive) {
  const ScalerScript words = read_script(
      "scale; backward 0 finite; backward 0 inf; backward 1 finite; backward 1 inf; unscale 0; unscale 1; "
      "step 0; "
      "step 1; update; update 4; load 8 1; schedule 0");
  int proven = 0;
  for (const json& mutant : mutants()) {
    if (mutant["commands"] != 5) continue;
    const auto faulty = make_implementation("plugin:" + conviction::mutant_path(mutant));
    const scaler::ScalerOffer offer = scaler::scaler_offers(*faulty).at(0);
    int played = 0;
    scaler::ScalerCase c;
    c.init_scale = 1024;
    c.interval = 2;
    for (const std::uint32_t fused : {0u, 1u, 3u}) {
      c.fused = fused;
      each_script(words, 4, c.script, [&] {
        const scaler::Play play = scaler::play(*faulty, offer, c);
        ++played;
        EXPECT_FALSE(play.difference) << mutant["id"] << ": " << scaler::case_text(c);
      });
    }
    EXPECT_EQ(played, 3 * (13 + 13 * 13 + 13 * 13 * 13 + 13 * 13 * 13 * 13));
    ++proven;
  }
  EXPECT_GT(proven, 0);
}

TEST(ScalerConviction, RightOnesAreNotAccused) {
  const std::string control = "plugin:" + std::string(ULPGATE_PLUGINS_FOLDER) + "/scaler_control.so";
  for (const std::string& spec : {control, std::string("host")}) {
    const std::vector<Row> rows = judge(spec, {}, [](const RowIdentity&) { return true; });
    EXPECT_GT(rows.size(), 60u);
    for (const Row& row : rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
}

}  // namespace
}  // namespace ulpgate
