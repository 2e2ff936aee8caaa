#include "reports/page/page.h"

#include "reports/page/chart_library.h"
#include "reports/page/chart_script.h"
#include "reports/page/page_head.h"
#include "reports/page/page_script.h"
#include "reports/page/sections.h"
#include "reports/record/summary.h"

namespace ulpgate::report {

std::string render_page(const Report& report, bool has_profile_page) {
  const View view(report);
  Html html;
  open_page(html, std::string(exit_status(report) == 0 ? "PASS" : "FAIL") + ": ulpgate conformance report",
            headline(report));
  verdict_section(html, view);
  html.raw("<nav aria-label=\"Sections\">");
  if (!view.row_anchors.empty()) html.raw("<a href=\"#findings\">Findings</a> ");
  if (!view.operations.empty())
    html.raw("<a href=\"#matrix\">Matrix</a> <a href=\"#evidence\">Evidence</a> ");
  if (has_plots(view)) html.raw("<a href=\"#plots\">Plots</a> ");
  if (!report.requirements.empty()) html.raw("<a href=\"#requirements\">Requirements</a> ");
  if (has_profile_page) html.raw("<a href=\"profile.html\">Profile of matrix instructions</a>");
  html.raw("</nav>\n");
  findings_section(html, view);
  matrix_section(html, view);
  evidence_section(html, view);
  plots_section(html, view);
  glossary_section(html, report);
  html.raw("</main>\n");
  data_section(html, view);
  html.raw("<script>\n").raw(page_script()).raw("</script>\n");
  if (has_plots(view) && !chart_library().empty()) {
    html.raw("<script>\n").raw(chart_library()).raw("</script>\n");
    html.raw("<script>\n").raw(chart_script()).raw("</script>\n");
  }
  html.raw("</body>\n</html>\n");
  return std::move(html).take();
}

}  // namespace ulpgate::report
