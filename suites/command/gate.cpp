// ulpgate gate: whether a report may follow on an older one, or on a baseline file.
#include "reports/diff/gate.h"

#include <cstdio>

#include "reports/diff/baseline.h"
#include "reports/diff/diff_page.h"
#include "reports/diff/terminal.h"
#include "reports/page/visible.h"
#include "reports/record/error.h"
#include "reports/record/reader.h"
#include "suites/command/commands.h"
#include "suites/command/documents.h"

namespace ulpgate {
namespace {

constexpr std::size_t shown_of_a_group = 10;

int update(const GateOptions& options) {
  if (std::filesystem::is_directory(options.baseline))
    throw report::InputError(options.baseline.string() + " is a folder; --update writes a file");
  if (std::filesystem::is_regular_file(options.baseline)) {
    const std::string old = report::read_regular_file(options.baseline, report::max_report_bytes);
    if (!old.empty() && !report::is_baseline(old))
      throw report::InputError(
          options.baseline.string() +
          " is no baseline, and --update would replace it: gate --update BASELINE REPORT");
  }
  report::Side side = report::read_side(options.new_report);
  if (!side.problems.empty())
    throw report::InputError(side.name + ": the run is not complete, so no baseline is made of it");
  report::write_file(report::baseline_text(side), options.baseline);
  std::printf("%s: %zu rows\n", options.baseline.string().c_str(), side.entries.size());
  return 0;
}

}  // namespace

int gate_command(const GateOptions& options) {
  if (options.update) return update(options);
  const bool printed = goes_to_standard_output({{"--junit", options.junit}, {"--html", options.html}});
  if (printed && options.github)
    throw report::InputError("--github prints, too: give --junit and --html a file");
  const report::Comparison comparison(report::read_side(options.baseline),
                                      report::read_side(options.new_report));
  const report::Gate gate = report::gate(comparison, options.strict);
  if (options.github) {
    std::fputs(report::annotations(comparison, options.strict).c_str(), stdout);
  } else if (!printed) {
    std::fputs(report::terminal_text(comparison, shown_of_a_group).c_str(), stdout);
    std::printf("gate: %s: %s\n",
                gate.status == 0   ? "go on"
                : gate.status == 1 ? "STOP"
                                   : "NOT COMPARABLE",
                report::visible(gate.reason).c_str());
  }
  if (!options.junit.empty()) write_or_print(report::gate_junit(comparison, options.strict), options.junit);
  if (!options.html.empty()) write_or_print(report::render_diff_page(comparison), options.html);
  return gate.status;
}

}  // namespace ulpgate
