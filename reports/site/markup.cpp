#include "reports/site/markup.h"

#include "reports/page/numbers.h"
#include "reports/page/style.h"
#include "reports/page/verdict_look.h"
#include "reports/record/counts.h"
#include "reports/record/fields.h"

namespace ulpgate::report {

void page_head(Html& html, std::string_view title, std::string_view root) {
  html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
      .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
      .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
      .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'; ")
      .raw("style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'\">\n<title>")
      .text(title)
      .raw("</title>\n<style>\n")
      .raw(style())
      .raw("</style>\n</head>\n<body>\n<main>\n<p class=\"k\"><a href=\"")
      .raw(root)
      .raw("index.html\">ulpgate: numerical conformance of GPUs</a></p>\n<h1>")
      .text(title)
      .raw("</h1>\n");
}

void page_foot(Html& html) { html.raw("</main>\n</body>\n</html>\n"); }

void column_heads(Html& html, const std::vector<Column>& columns, std::string_view first,
                  std::string_view root) {
  html.raw("<thead><tr><th scope=\"col\">").text(first).raw("</th>");
  for (const Column& column : columns) {
    html.raw("<th scope=\"col\"><a href=\"").raw(root).raw("report/").raw(column.slug).raw("/index.html\">");
    html.text(column.device + (column.architecture.empty() ? "" : " (" + column.architecture + ")"))
        .raw("</a><small>");
    html.text(column.stack).raw("<br>").text(column.started);
    if (!column.apart.empty()) html.raw("<br>").text(column.apart);
    html.raw("</small></th>");
  }
  html.raw("</tr></thead>\n");
}

void tally_cell(Html& html, const Tally* tally, const std::string& link) {
  if (tally == nullptr) {
    html.raw("<td class=\"n\"><span>? unknown</span></td>");
    return;
  }
  html.raw("<td class=\"").raw(style_class(tally->worst)).raw(link.empty() ? "\"><span>" : "\"><a href=\"");
  if (!link.empty()) html.text(link).raw("\">");
  html.raw(sign(tally->worst)).raw(" ").raw(name(tally->worst));
  const std::uint64_t all = tally->counts.total(), these = tally->counts[tally->worst];
  if (these != all) html.raw(" " + grouped(these) + "/" + grouped(all));
  if (tally->max_error_over_bound)
    html.raw("<br>").text(ratio(*tally->max_error_over_bound)).raw(tally->upper_bound ? " U" : " L");
  html.raw(link.empty() ? "</span></td>" : "</a></td>");
}

Json to_json(const Tally& tally) {
  return {{"verdict", name(tally.worst)},
          {"counts", to_json(tally.counts)},
          {"max_error_over_bound", finite_or_null(tally.max_error_over_bound)},
          {"upper_bound", tally.upper_bound}};
}

}  // namespace ulpgate::report
