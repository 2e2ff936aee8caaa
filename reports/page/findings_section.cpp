#include <algorithm>

#include "reports/page/numbers.h"
#include "reports/page/row_details.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

constexpr std::size_t shown = 200;

void finding(Html& html, const View& view, const Row& row) {
  html.raw("<tr id=\"").raw(view.row_anchors.at(&row)).raw("\"><td class=\"y ").raw(style_class(row.verdict));
  html.raw("\">")
      .raw(sign(row.verdict))
      .raw(" ")
      .raw(name(row.verdict))
      .raw("</td><td><b>")
      .text(row.id)
      .raw("</b><br>");
  html.raw(grouped(row.failed)).raw(" of ").raw(grouped(row.judged)).raw(" failed");
  if (row.max_error_over_bound) {
    html.raw(", ").text(ratio(*row.max_error_over_bound)).raw(" of the bound");
    html.raw(row.coverage == Coverage::exhaustive ? " (U)" : " (L)");
  }
  if (row.max_ulp_error) {
    html.raw("; ulps: max ")
        .raw(short_number(row.max_ulp_error))
        .raw(", RMS ")
        .raw(short_number(row.rms_ulp_error));
    html.raw(", mean ").raw(short_number(row.mean_ulp_error));
  }
  row_details(html, row);
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
      "<section id=\"findings\"><h2>Findings</h2>\n<table class=\"t fi\"><caption>Rows that fail, deviate or "
      "are waived: ");
  html.raw(grouped(rows.size()))
      .raw(rows.size() > shown ? ", the first 200 of which are listed: search the evidence for the others"
                               : "")
      .raw("</caption>\n<thead><tr>");
  html.raw(
      "<th scope=\"col\">Verdict</th><th scope=\"col\">Row, and what it shows</th></tr></thead>\n<tbody>");
  for (std::size_t i = 0; i < rows.size() && i < shown; ++i) finding(html, view, *rows[i]);
  html.raw("</tbody></table></section>\n");
}

}  // namespace ulpgate::report
