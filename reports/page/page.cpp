#include "reports/page/page.h"

#include "reports/page/page_script.h"
#include "reports/page/sections.h"
#include "reports/page/style.h"
#include "reports/record/summary.h"

namespace ulpgate::report {

std::string render_page(const Report& report) {
  const View view(report);
  Html html;
  html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
      .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
      .raw(
          "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
          "content=\"no-referrer\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
          "'none'; "
          "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
      .raw("<meta name=\"description\" content=\"")
      .text(headline(report))
      .raw("\">\n<title>")
      .text(std::string(exit_status(report) == 0 ? "PASS" : "FAIL") + ": ulpgate conformance report")
      .raw("</title>\n<style>\n")
      .raw(style())
      .raw("</style>\n</head>\n<body>\n<main>\n");
  verdict_section(html, view);
  html.raw("<nav aria-label=\"Sections\">");
  if (!view.row_anchors.empty()) html.raw("<a href=\"#findings\">Findings</a> ");
  if (!view.operations.empty())
    html.raw("<a href=\"#matrix\">Matrix</a> <a href=\"#evidence\">Evidence</a> ");
  if (!report.requirements.empty()) html.raw("<a href=\"#requirements\">Requirements</a>");
  html.raw("</nav>\n");
  findings_section(html, view);
  matrix_section(html, view);
  evidence_section(html, view);
  glossary_section(html, report);
  html.raw("</main>\n");
  data_section(html, view);
  html.raw("<script>\n").raw(page_script()).raw("</script>\n</body>\n</html>\n");
  return std::move(html).take();
}

}  // namespace ulpgate::report
