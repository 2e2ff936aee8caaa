#include <algorithm>

#include "reports/page/numbers.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

constexpr std::size_t shown = 200;

void finding(Html& html, const View& view, const Row& row) {
  html.raw("<tr><td class=\"y ")
      .raw(style_class(row.verdict))
      .raw("\">")
      .raw(sign(row.verdict))
      .raw(" ")
      .raw(name(row.verdict));
  html.raw("</td><td><a href=\"#").raw(view.row_anchors.at(&row)).raw("\">").text(row.id).raw("</a><br>");
  if (row.max_error_over_bound) html.text(ratio(*row.max_error_over_bound) + " of the bound. ");
  html.text(row.expectation ? row.expectation->id + ": " + row.expectation->reason : row.message);
  html.raw("</td></tr>\n");
}

}  // namespace

void findings_section(Html& html, const View& view) {
  std::vector<const Row*> rows;
  for (const Row& row : view.report.rows) {
    if (view.row_anchors.contains(&row)) rows.push_back(&row);
  }
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row* a, const Row* b) { return severity(a->verdict) > severity(b->verdict); });
  html.raw(
      "<section id=\"findings\"><h2>Findings</h2>\n<table class=\"t\"><caption>Rows that fail, deviate or "
      "are waived: ");
  html.raw(grouped(rows.size()))
      .raw(rows.size() > shown ? ", of which the first 200 are listed" : "")
      .raw("</caption>\n<thead><tr>");
  html.raw(
      "<th scope=\"col\">Verdict</th><th scope=\"col\">Row, and what it shows</th></tr></thead>\n<tbody>");
  for (std::size_t i = 0; i < rows.size() && i < shown; ++i) finding(html, view, *rows[i]);
  html.raw("</tbody></table></section>\n");
}

}  // namespace ulpgate::report
