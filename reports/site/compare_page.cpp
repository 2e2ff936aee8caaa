#include "reports/site/compare_page.h"

#include "reports/diff/change.h"
#include "reports/page/json_string.h"
#include "reports/page/verdict_look.h"
#include "reports/site/history.h"
#include "reports/site/markup.h"

namespace ulpgate::report {
namespace {

std::string title_of(const Column& column) {
  std::string title = column.device;
  for (const std::string& part : {column.architecture, column.stack, column.started, column.apart})
    if (!part.empty()) title += ", " + part;
  return title;
}

/// What the script knows of reports, changes and verdicts.
std::string words(const std::vector<Column>& columns) {
  std::string reports, changes, verdicts, fails;
  for (const Column& column : columns)
    reports +=
        (reports.empty() ? "[" : ",[") + json_string(column.slug) + "," + json_string(title_of(column)) + "]";
  for (const Change change : all_changes)
    changes += (changes.empty() ? "[" : ",[") + json_string(name(change)) + "," + json_string(sign(change)) +
               "," + json_string(style_class(change)) + "," + json_string(meaning(change)) + "]";
  for (const Verdict verdict : all_verdicts) {
    verdicts += (verdicts.empty() ? "" : ",") + json_string(name(verdict));
    fails += (fails.empty() ? "" : ",") + std::string(fails_a_run(verdict) ? "1" : "0");
  }
  return "{\"reports\":[" + reports + "],\n\"changes\":[" + changes + "],\n\"verdicts\":[" + verdicts +
         "],\"fails\":[" + fails + "]}";
}

}  // namespace

std::string compare_page(const std::vector<Column>& columns) {
  Html html;
  page_head(html, "Any two reports, row by row", "");
  html.raw("<div id=\"any\"><p>Without scripts: <code>ulpgate diff report/OLD report/NEW</code>, in this ")
      .raw("site's folder, says the same of any two.</p></div>\n<section><h2>One after the other</h2>\n")
      .raw("<table class=\"t\"><caption>Reports of one device</caption>\n<thead><tr><th scope=\"col\">")
      .raw("Older</th><th scope=\"col\">Newer</th><th scope=\"col\">What changed</th></tr></thead>\n<tbody>");
  for (const Neighbours& two : neighbours(columns)) {
    html.raw("<tr><td>").text(title_of(*two.older)).raw("</td><td>").text(title_of(*two.newer));
    html.raw("</td><td><a href=\"").raw(two.page()).raw(".html\">by row</a></td></tr>\n");
  }
  html.raw("</tbody></table></section>\n<script type=\"application/json\" id=\"words\">")
      .raw(words(columns))
      .raw("</script>\n<script>\n")
      .raw(compare_script())
      .raw("</script>\n");
  page_foot(html);
  return std::move(html).take();
}

}  // namespace ulpgate::report
