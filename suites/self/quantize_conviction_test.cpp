// The suites of quantization are held to their purpose: every planted fault is convicted by the requirement
// that names it, and the correct plug-in that they are made from is not accused.
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "suites/self/conviction.h"

namespace ulpgate {
namespace {

using conviction::judge_plugin;
using conviction::Judged;
using nlohmann::json;

constexpr const char* operations[] = {"amax", "quantize", "dequantize", "delayed_scale_update", "hadamard"};

json mutants() {
  return json::parse(std::ifstream(std::string(ULPGATE_MUTANT_LISTS) + "/quantize/mutants.json"));
}

/// Whether a row is about the formats and the variant that a witness names.
bool concerns(const RowIdentity& row, const json& witness) {
  const json& tensors = witness["tensors"];
  if (row.formats.size() != tensors.size() || row.variant != witness["variant"]) return false;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (row.formats[i].first != tensors[i]["name"] || row.formats[i].second != tensors[i]["format"])
      return false;
  }
  return true;
}

TEST(QuantizeConviction, EachIsConvictedByItsRequirement) {
  std::set<std::string> requirements_with_a_mutant;
  for (const json& mutant : mutants()) {
    const std::string requirement = mutant["convicted_by"];
    const Judged judged = judge_plugin(
        mutant["witness"]["operation"], conviction::mutant_path(mutant), [&](const RowIdentity& id) {
          return id.requirement == requirement && concerns(id, mutant["witness"]);
        });
    EXPECT_TRUE(judged.convicts(requirement))
        << mutant["id"] << ": " << mutant["fault"] << " is not convicted by " << requirement;
    for (const Row& row : judged.rows) {
      if (report::fails_a_run(row.verdict)) {
        EXPECT_FALSE(row.message.empty()) << row.id;
      }
    }
    requirements_with_a_mutant.insert(requirement);
  }
  for (const char* operation : operations) {
    for (const Requirement& r : find_suite(operation)->requirements) {
      EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
          << r.id << " has no mutant that it convicts";
    }
  }
}

/// The state that a fault needs is what is left of its sequence.
TEST(QuantizeConviction, SequencesShrink) {
  for (const json& mutant : mutants()) {
    if (mutant["id"] != "M76" && mutant["id"] != "M79" && mutant["id"] != "Q23") continue;
    const Judged judged = judge_plugin(
        "delayed_scale_update", conviction::mutant_path(mutant),
        [&](const RowIdentity& id) { return id.requirement == "DELAYED-STEPS-1" && id.variant == "bulk"; });
    ASSERT_EQ(judged.rows.size(), 1U);
    EXPECT_EQ(judged.rows[0].verdict, Verdict::fail) << mutant["id"];
    // Two steps of one tensor at most: " 2 steps of 1 tensor(s)".
    EXPECT_TRUE(judged.rows[0].message.find(" 1 steps of 1 ") != std::string::npos ||
                judged.rows[0].message.find(" 2 steps of 1 ") != std::string::npos)
        << judged.rows[0].message;
  }
}

TEST(QuantizeConviction, TheControlIsNotAccused) {
  for (const char* operation : operations) {
    const Judged judged =
        judge_plugin(operation, std::string(ULPGATE_PLUGINS_FOLDER) + "/quantize_control.so",
                     [](const RowIdentity&) { return true; });
    EXPECT_GT(judged.rows.size(), 15U);
    for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
}

}  // namespace
}  // namespace ulpgate
