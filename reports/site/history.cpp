#include "reports/site/history.h"

#include <map>

#include "reports/page/numbers.h"

namespace ulpgate::report {
namespace {

/// Cells whose verdict is not that of the older report.
std::size_t changed(const Neighbours& two) {
  std::size_t count = 0;
  for (const auto& [key, tally] : two.newer->by_formats) {
    const auto other = two.older->by_formats.find(key);
    count += other == two.older->by_formats.end() || other->second.worst != tally.worst ? 1 : 0;
  }
  for (const auto& [key, tally] : two.older->by_formats) count += two.newer->by_formats.contains(key) ? 0 : 1;
  return count;
}

}  // namespace

std::vector<std::vector<const Column*>> by_device(const std::vector<Column>& columns) {
  std::map<std::string, std::vector<const Column*>> devices;
  for (const Column& column : columns) devices[column.device + ", " + column.architecture].push_back(&column);
  std::vector<std::vector<const Column*>> all;
  all.reserve(devices.size());
  for (auto& [device, runs] : devices) all.push_back(std::move(runs));
  return all;
}

std::vector<Neighbours> neighbours(const std::vector<Column>& columns) {
  std::vector<Neighbours> all;
  for (const auto& runs : by_device(columns)) {
    for (std::size_t i = 0; i + 1 < runs.size(); ++i) all.push_back({runs[i + 1], runs[i]});
  }
  return all;
}

void history(Html& html, const std::vector<Column>& columns) {
  html.raw(
          "<section id=\"history\"><h2>History</h2>\n<p><a href=\"diff.html\">Any two reports, row by "
          "row</a></p>\n<div class=\"s\" role=\"region\" tabindex=\"0\" aria-label=\"History\"><table "
          "class=\"t\"><caption>Each device, newest first</caption>\n")
      .raw(
          "<thead><tr><th scope=\"col\">Device</th><th scope=\"col\">When</th><th scope=\"col\">Driver, "
          "CUDA, libraries</th>")
      .raw("<th scope=\"col\" class=\"c\">Pass</th><th scope=\"col\" class=\"c\">Fail</th>")
      .raw(
          "<th scope=\"col\" class=\"c\">Not run</th><th scope=\"col\">What changed</th></tr></thead>\n"
          "<tbody>");
  for (const auto& runs : by_device(columns)) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const Column& column = *runs[i];
      std::uint64_t fails = 0;
      for (const Verdict verdict : all_verdicts) fails += fails_a_run(verdict) ? column.counts[verdict] : 0;
      html.raw("<tr><th scope=\"row\">").text(column.device + ", " + column.architecture);
      html.raw("</th><td><a href=\"report/").raw(column.slug).raw("/index.html\">");
      html.text(column.started.empty() ? column.slug : column.started).raw("</a></td><td>");
      html.text(column.stack).raw("</td><td class=\"c\">").raw(grouped(column.counts[Verdict::pass]));
      html.raw("</td><td class=\"c\">").raw(grouped(fails)).raw("</td><td class=\"c\">");
      html.raw(grouped(column.counts[Verdict::not_run])).raw("</td><td>");
      if (i + 1 < runs.size()) {
        const Neighbours two{runs[i + 1], runs[i]};
        html.raw("<a href=\"").raw(two.page()).raw(".html\">").raw(grouped(changed(two)));
        html.raw(changed(two) == 1 ? " cell since " : " cells since ").text(two.older->started).raw("</a>");
      } else {
        html.raw("first");
      }
      html.raw("</td></tr>\n");
    }
  }
  html.raw("</tbody></table></div></section>\n");
}

}  // namespace ulpgate::report
