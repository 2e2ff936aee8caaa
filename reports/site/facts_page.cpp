#include <set>

#include "reports/site/markup.h"
#include "reports/site/site_pages.h"

namespace ulpgate::report {
namespace {

std::set<std::pair<std::string, std::string>> keys_of(const std::vector<Column>& columns) {
  std::set<std::pair<std::string, std::string>> keys;
  for (const Column& column : columns) {
    for (const auto& [key, feature] : column.features) keys.insert(key);
  }
  return keys;
}

std::string joined(const std::set<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : " or ") + value;
  return text;
}

void feature_cell(Html& html, const Column& column, const std::pair<std::string, std::string>& key) {
  const auto found = column.features.find(key);
  if (found == column.features.end()) {
    html.raw("<td class=\"n\"><span>? unknown</span></td>");
    return;
  }
  const Feature& feature = found->second;
  html.raw(!feature.of_profile ? "<td><a href=\"report/"
           : feature.differs   ? "<td class=\"v\"><a href=\"report/"
                               : "<td class=\"p\"><a href=\"report/");
  html.raw(column.slug).raw("/profile.html\">");
  html.raw(!feature.of_profile ? ""
           : feature.differs   ? "≠ "
                               : "✓ ")
      .text(joined(feature.values))
      .raw("</a></td>");
}

}  // namespace

bool has_facts(const std::vector<Column>& columns) { return !keys_of(columns).empty(); }

std::string facts_page(const std::vector<Column>& columns) {
  Html html;
  page_head(html, "Numerical features", "");
  html.raw(
          "<p>What each entry point does, inferred from its outputs alone by <code>ulpgate probe</code>: "
          "<b>✓</b> is what ")
      .raw("the architecture's profile says, <b>≠</b> is not, <b>? unknown</b> was not probed. <a ")
      .raw(
          "href=\"facts.json\">JSON</a></p>\n<div class=\"s m fx\" role=\"region\" tabindex=\"0\" "
          "aria-label=\"Numerical ")
      .raw("features\"><table><caption>Formats and feature by report</caption>\n");
  column_heads(html, columns, "Formats, feature", "");
  html.raw("<tbody>");
  for (const auto& key : keys_of(columns)) {
    html.raw("<tr><th scope=\"row\">").text(key.first).raw("<small>").text(key.second).raw("</small></th>");
    for (const Column& column : columns) feature_cell(html, column, key);
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div>\n");
  page_foot(html);
  return std::move(html).take();
}

Json facts_json(const std::vector<Column>& columns) {
  Json facts = Json::array();
  for (const Column& column : columns) {
    for (const auto& [key, feature] : column.features) {
      facts.push_back({{"report", column.slug},
                       {"formats", key.first},
                       {"feature", key.second},
                       {"values", feature.values},
                       {"agrees", feature.of_profile ? Json(!feature.differs) : Json()}});
    }
  }
  return {{"schema_version", 1}, {"facts", std::move(facts)}};
}

}  // namespace ulpgate::report
