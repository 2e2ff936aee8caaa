// The suites of operations on rows are held to their purpose: every planted fault is convicted by the
// requirement that names it, and the correct plug-in that they are made from is not accused.
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "kernels/api/registry.h"
#include "suites/rows/case_json.h"
#include "suites/rows/cases.h"
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
                                      "group_norm",
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

/// The shapes of rows that kernels distinguish: one element, either side of a warp and of a block, beside
/// others along an inner axis.
std::vector<rows::RowsCase> shapes(const rows::RowsOffer& o) {
  std::vector<rows::RowsCase> all;
  for (const std::int64_t n : {1, 2, 31, 33, 64, 1023, 1025}) {
    for (const std::int64_t inner : {1, 3}) {
      rows::RowsCase c = rows::plain_case(o, 2, n, rows::Family::uniform, 7);
      c.inner = inner;
      rows::set_groups(o, c);
      c.plain_parameters = true;
      all.push_back(std::move(c));
    }
  }
  return all;
}

/// Zeros, equal numbers, a copy of x, and what memory held before.
TEST(RowsConviction, AnswersWithoutWorkAreConvictedInEveryShape) {
  const std::set<std::string> idle{"R01", "R02", "R03", "R04"};
  int convicted = 0;
  for (const json& mutant : mutants()) {
    const std::string id = mutant["id"];
    if (!idle.contains(id)) continue;
    const std::string spec = "plugin:" + conviction::mutant_path(mutant);
    const auto implementation = make_implementation(spec);
    const SuiteContext context{.implementation = *implementation,
                               .spec = spec,
                               .tier = Tier::standard,
                               .seed = 1,
                               .threads = 1,
                               .failures = {}};
    for (const std::string operation : {"softmax", "log_softmax", "layer_norm", "rms_norm", "group_norm"}) {
      const bool is_norm = operation.ends_with("norm");
      if (id == "R02" && is_norm) continue;  // which does not have it
      const Suite& suite = *find_suite(operation);
      const std::vector<PlannedRow> planned = suite.plan(context);
      for (const rows::RowsOffer& o : rows::rows_offers(*implementation, operation)) {
        const auto row = std::ranges::find_if(planned, [&](const PlannedRow& p) {
          return p.identity.requirement == (is_norm ? "NORM-ACC-1" : "SOFTMAX-ACC-1") &&
                 p.identity.variant == o.offer.variant && p.identity.formats == o.offer.formats;
        });
        ASSERT_NE(row, planned.end()) << operation << " " << o.offer.variant;
        for (const rows::RowsCase& c : shapes(o)) {
          // One element is 1 by softmax, 0 by log_softmax and its own mean.
          const bool is_known = is_norm || id == "R02" || (id == "R01" && operation == "log_softmax");
          if (rows::row_length(o, c) == 1 && is_known) continue;
          if (c.inner > 1 && !rows::has_inner(o)) continue;
          EXPECT_NE(suite.replay(*implementation, row->identity, rows::to_json(o, c)), "")
              << id << " " << operation << " " << o.offer.variant << " n " << c.n << " inner " << c.inner;
          ++convicted;
        }
      }
    }
  }
  EXPECT_GT(convicted, 300);
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
