#include "reports/page/numbers.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

void cell_markup(Html& html, const Cell& cell) {
  html.raw("<td class=\"")
      .raw(style_class(cell.worst))
      .raw("\"><a href=\"#")
      .raw(cell.anchor)
      .raw("\">")
      .raw(sign(cell.worst));
  html.raw(" ").raw(name(cell.worst));
  // A mixed cell says how many of its rows its word is about.
  if (cell.counts[cell.worst] != cell.rows.size()) {
    html.raw(" " + std::to_string(cell.counts[cell.worst]) + "/" + std::to_string(cell.rows.size()));
  }
  if (cell.max_error_over_bound) {
    html.raw("<br>").text(ratio(*cell.max_error_over_bound)).raw(cell.upper_bound ? " U" : " L");
  }
  html.raw("</a></td>");
}

void operation_table(Html& html, const Report& report, const OperationView& operation, std::size_t number) {
  const std::string caption = "m" + std::to_string(number);
  html.raw("<div class=\"s m\" role=\"region\" tabindex=\"0\" aria-labelledby=\"")
      .raw(caption)
      .raw("\"><table><caption id=\"");
  html.raw(caption)
      .raw("\">")
      .text(operation.name)
      .raw("</caption>\n<thead><tr><th scope=\"col\">Formats</th>");
  for (const std::string& implementation : operation.implementations) {
    html.raw("<th scope=\"col\">").text(implementation);
    const auto info = report.implementations.find(implementation);
    if (info != report.implementations.end()) html.element("small", info->second.version);
    html.raw("</th>");
  }
  html.raw("</tr></thead>\n<tbody>");
  for (const std::string& formats : operation.formats) {
    html.raw("<tr><th scope=\"row\">").text(formats).raw("</th>");
    for (const std::string& implementation : operation.implementations) {
      const auto found = operation.cells.find({implementation, formats});
      if (found == operation.cells.end()) {
        html.raw("<td class=\"n\"><span>· none</span></td>");
      } else {
        cell_markup(html, found->second);
      }
    }
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div>\n");
}

}  // namespace

void matrix_section(Html& html, const View& view) {
  if (view.operations.empty()) return;
  html.raw(
          "<section id=\"matrix\"><h2>Verdict matrix</h2>\n<p>A cell shows the verdict that needs attention "
          "most (")
      .raw(
          "<b>2/14</b>: 2 of its 14 rows have it) and its largest error over its bound: 1 is at the bound. "
          "<b>U</b>: every input ")
      .raw(
          "was judged, the number is an upper bound. <b>L</b>: inputs were sampled, it is a lower bound. "
          "<b>· none</b>: the ")
      .raw("implementation has no such conversion or case. Cells lead to their evidence.</p>\n");
  std::size_t number = 0;
  for (const OperationView& operation : view.operations)
    operation_table(html, view.report, operation, ++number);
  html.raw("</section>\n");
}

}  // namespace ulpgate::report
