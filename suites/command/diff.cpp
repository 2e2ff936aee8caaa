// ulpgate diff: what changed between two reports.
#include <cstdio>

#include "reports/diff/diff_json.h"
#include "reports/diff/diff_page.h"
#include "reports/diff/terminal.h"
#include "reports/page/visible.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "suites/command/commands.h"
#include "suites/command/documents.h"
#include "suites/framework/expectation.h"

namespace ulpgate {
namespace {

report::Side filtered(report::Side side, const std::string& filter) {
  if (!filter.empty())
    std::erase_if(side.entries,
                  [&filter](const report::Entry& entry) { return !glob_matches(filter, entry.id); });
  return side;
}

constexpr std::size_t shown_of_a_group = 10;

}  // namespace

int diff_command(const DiffOptions& options) {
  const bool printed = goes_to_standard_output({{"--json", options.json}, {"--html", options.html}});
  const report::Comparison comparison(filtered(report::read_side(options.old_report), options.filter),
                                      filtered(report::read_side(options.new_report), options.filter));
  if (!options.filter.empty() && comparison.old_side().entries.empty() &&
      comparison.new_side().entries.empty())
    throw report::InputError("--filter '" + report::visible(options.filter) +
                             "' matches no row of either report");
  if (!printed) {
    const std::size_t most = options.all ? std::string::npos : shown_of_a_group;
    std::fputs(report::terminal_text(comparison, most).c_str(), stdout);
  }
  if (!options.json.empty())
    write_or_print(report::compact(report::to_json(comparison)) + "\n", options.json);
  if (!options.html.empty()) write_or_print(report::render_diff_page(comparison), options.html);
  return comparison.not_comparable() ? 3 : 0;
}

}  // namespace ulpgate
