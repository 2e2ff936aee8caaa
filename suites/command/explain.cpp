#include <algorithm>
#include <cstdio>

#include "reports/record/error.h"
#include "reports/record/report.h"
#include "suites/command/commands.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

void print(const char* label, const std::string& text) {
  if (!text.empty()) std::printf("%-14s %s\n", label, excerpt(text, 4000).c_str());
}

void explain(const Requirement& r) {
  print("requirement", std::string(r.id));
  print("level", std::string(report::name(r.level)));
  print("statement", std::string(r.statement));
  print("rationale", std::string(r.rationale));
  print("source", std::string(r.source));
}

std::string number(const std::optional<double>& value) {
  if (!value) return {};
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", *value);
  return text;
}

std::string pairs(const report::StringMap& map) {
  std::string text;
  for (const auto& [key, value] : map) text += (text.empty() ? "" : ", ") + key + "=" + value;
  return text;
}

void explain(const report::Row& row, const std::filesystem::path& folder) {
  print("row", row.id);
  print("verdict", std::string(report::name(row.verdict)));
  if (row.reason) print("reason", row.reason->category + ": " + row.reason->text);
  print("judged", std::to_string(row.judged) + " (" + std::string(report::name(row.coverage)) + "), " +
                      std::to_string(row.failed) + " wrong");
  print("message", row.message);
  if (row.expectation)
    print("expectation", row.expectation->id + " (" + row.expectation->state +
                             "): " + row.expectation->reason + " " + row.expectation->link);
  print("bound", row.bound);
  print("error/bound", number(row.max_error_over_bound));
  print("max ulp", number(row.max_ulp_error));
  print("rms ulp", number(row.rms_ulp_error));
  print("mean ulp", number(row.mean_ulp_error));
  if (row.worst) {
    const report::Worst& w = *row.worst;
    print("worst", "element " + std::to_string(w.index) + ": " + w.input.bits + " (" + w.input.decimal +
                       ") gave " + w.actual.bits + " (" + w.actual.decimal + "), expected " +
                       w.expected.bits + " (" + w.expected.decimal +
                       "), representable values apart: " + w.ulps);
  }
  print("claims", pairs(row.claims));
  print("ran", pairs(row.ran));
  print("inputs", row.recipe);
  print("seed", row.seed);
  print("fingerprint", row.fingerprint);
  if (!row.replay.empty())
    print("replay", "ulpgate replay " + (folder / row.replay.substr(row.replay.rfind(' ') + 1)).string());
}

}  // namespace

int explain_command(const std::string& id, const std::filesystem::path& report_path) {
  if (const Requirement* r = find_requirement(id)) {
    explain(*r);
    return 0;
  }
  if (id.find('/') == std::string::npos) {
    std::fprintf(stderr, "ulpgate: no requirement is called '%s'; see ulpgate list requirements\n",
                 excerpt(id).c_str());
    return 2;
  }
  const std::filesystem::path file =
      std::filesystem::is_directory(report_path) ? report_path / "report.json" : report_path;
  const report::Report report = report::read_report(file);
  const auto row =
      std::find_if(report.rows.begin(), report.rows.end(), [&](const report::Row& r) { return r.id == id; });
  if (row == report.rows.end()) {
    std::fprintf(stderr, "ulpgate: %s has no row '%s'\n", file.string().c_str(), excerpt(id).c_str());
    return 2;
  }
  explain(*row, file.parent_path());
  if (const Requirement* r = find_requirement(row->requirement)) {
    std::printf("\n");
    explain(*r);
  }
  return 0;
}

}  // namespace ulpgate
