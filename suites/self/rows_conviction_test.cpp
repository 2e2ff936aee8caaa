// The suites of operations on rows are held to their purpose: every planted fault is convicted by the
// requirement that names it, and the correct plug-in that they are made from is not accused.
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "kernels/api/registry.h"
#include "suites/self/conviction.h"

namespace ulpgate {
namespace {

using conviction::judge_plugin;
using conviction::Judged;
using nlohmann::json;

constexpr const char* operations[] = {"softmax",
                                      "log_softmax",
                                      "layer_norm",
                                      "rms_norm",
                                      "attention",
                                      "cross_entropy",
                                      "softmax_backward",
                                      "log_softmax_backward",
                                      "layer_norm_backward",
                                      "rms_norm_backward",
                                      "group_norm_backward",
                                      "cross_entropy_backward"};

json mutants() {
  return json::parse(std::ifstream(std::string(ULPGATE_MUTANT_LISTS) + "/rows/mutants.json"));
}

/// Whether a row is about the formats and the variant that a witness names.
bool concerns(const RowIdentity& row, const json& witness) {
  const json& formats = witness["formats"];
  if (row.formats.size() != formats.size() || row.variant != witness.value("variant", "plain")) return false;
  for (const auto& [role, format] : row.formats) {
    if (formats.value(role, "") != format) return false;
  }
  return true;
}

TEST(RowsConviction, EachIsConvictedByItsRequirement) {
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
      if (r.level == report::Level::quality) continue;  // statistics convict nobody
      EXPECT_TRUE(requirements_with_a_mutant.contains(std::string(r.id)))
          << r.id << " has no mutant that it convicts";
    }
  }
}

TEST(RowsConviction, TheControlIsNotAccused) {
  for (const char* operation : operations) {
    const Judged judged = judge_plugin(operation, std::string(ULPGATE_PLUGINS_FOLDER) + "/rows_control.so",
                                       [](const RowIdentity&) { return true; });
    EXPECT_GT(judged.rows.size(), 20U);
    for (const Row& row : judged.rows) EXPECT_EQ(row.verdict, Verdict::pass) << row.id << ": " << row.message;
  }
}

}  // namespace
}  // namespace ulpgate
