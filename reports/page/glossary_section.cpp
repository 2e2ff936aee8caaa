#include "reports/page/sections.h"

namespace ulpgate::report {

std::string requirement_anchor(const std::string& id) { return "q." + slug(id); }

void glossary_section(Html& html, const Report& report) {
  if (report.requirements.empty()) return;
  html.raw(
          "<section id=\"requirements\"><h2>Requirements</h2>\n<p><b>sound</b>: follows from definitions and "
          "from what the ")
      .raw(
          "implementation claims; must hold. <b>faithful</b>: equality with a stated model; must hold where "
          "it is claimed. ")
      .raw(
          "<b>quality</b>: a statistic, compared between runs.</p>\n<table class=\"t\"><caption>What was "
          "judged</caption>\n");
  html.raw("<thead><tr><th scope=\"col\">Requirement</th><th scope=\"col\">Text</th></tr></thead>\n<tbody>");
  for (const auto& [id, text] : report.requirements) {
    html.raw("<tr id=\"")
        .raw(requirement_anchor(id))
        .raw("\"><th scope=\"row\">")
        .text(id)
        .raw("<small>")
        .raw(name(text.level));
    html.raw("</small></th><td>").text(text.statement);
    if (!text.rationale.empty()) html.raw("<br><span class=\"k\">Why: ").text(text.rationale).raw("</span>");
    if (!text.source.empty()) html.raw("<br><span class=\"k\">Source: ").text(text.source).raw("</span>");
    html.raw("</td></tr>\n");
  }
  html.raw("</tbody></table></section>\n");
}

}  // namespace ulpgate::report
