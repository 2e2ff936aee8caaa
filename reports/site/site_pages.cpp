#include "reports/site/site_pages.h"

#include <set>

#include "reports/record/counts.h"
#include "reports/site/markup.h"

namespace ulpgate::report {
namespace {

/// Formats, implementation: what an operation's page has a row for.
using Key = std::pair<std::string, std::string>;

std::set<Key> keys_of(const std::vector<Column>& columns, const std::string& operation) {
  std::set<Key> keys;
  for (const Column& column : columns) {
    for (const auto& [key, tally] : column.by_implementation) {
      if (std::get<0>(key) == operation) keys.emplace(std::get<2>(key), std::get<1>(key));
    }
  }
  return keys;
}

const Tally* find(const Column& column, const std::string& operation, const Key& key) {
  const auto found = column.by_implementation.find({operation, key.second, key.first});
  return found == column.by_implementation.end() ? nullptr : &found->second;
}

Json to_json(const Column& column) {
  return {{"slug", column.slug},     {"device", column.device},         {"architecture", column.architecture},
          {"stack", column.stack},   {"started", column.started},       {"suite", column.suite},
          {"tier", column.tier},     {"conforms", column.conforms},     {"verdict", column.verdict},
          {"judged", column.judged}, {"counts", to_json(column.counts)}};
}

}  // namespace

std::string operation_page(const std::vector<Column>& columns, const std::string& operation) {
  Html html;
  page_head(html, operation, "../");
  html.raw("<p><a href=\"")
      .raw(slug(operation))
      .raw(".json\">JSON</a></p>\n<div class=\"s m\" role=\"region\" tabindex=\"0\" ");
  html.raw("aria-label=\"Matrix\"><table><caption>Formats and implementation by report</caption>\n");
  column_heads(html, columns, "Formats, implementation", "../");
  std::string formats;
  html.raw("<tbody>");
  for (const Key& key : keys_of(columns, operation)) {
    html.raw("<tr");
    if (key.first != formats) html.raw(" id=\"").raw(slug("f." + key.first)).raw("\"");
    formats = key.first;
    html.raw("><th scope=\"row\">").text(key.first + " " + key.second).raw("</th>");
    for (const Column& column : columns) {
      const std::string anchor = slug("e." + operation + "." + key.second + "." + key.first);
      tally_cell(html, find(column, operation, key), "../report/" + column.slug + "/index.html#" + anchor);
    }
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div>\n");
  page_foot(html);
  return std::move(html).take();
}

std::string requirement_page(const std::vector<Column>& columns, const std::string& id,
                             const RequirementText& text) {
  Html html;
  page_head(html, id, "../");
  html.raw("<p>").text(text.statement).raw("</p>\n<dl><dt>Level</dt><dd>").raw(name(text.level)).raw("</dd>");
  html.raw("<dt>Why</dt><dd>")
      .text(text.rationale)
      .raw("</dd><dt>Source</dt><dd>")
      .text(text.source)
      .raw("</dd></dl>\n");
  html.raw("<p><a href=\"")
      .raw(slug(id))
      .raw(".json\">JSON</a></p>\n<div class=\"s m\" role=\"region\" tabindex=\"0\" ");
  html.raw("aria-label=\"Verdicts\"><table><caption>Verdicts by report</caption>\n");
  column_heads(html, columns, "Requirement", "../");
  html.raw("<tbody><tr><th scope=\"row\">").text(id).raw("</th>");
  for (const Column& column : columns) {
    const auto found = column.by_requirement.find(id);
    const bool known = found != column.by_requirement.end();
    tally_cell(html, known ? &found->second : nullptr,
               known ? "../report/" + column.slug + "/index.html" : "");
  }
  html.raw("</tr></tbody></table></div>\n");
  page_foot(html);
  return std::move(html).take();
}

Json index_json(const std::vector<Column>& columns, const std::vector<std::string>& refused) {
  Json reports = Json::array();
  for (const Column& column : columns) {
    Json one = to_json(column);
    Json cells = Json::array();
    for (const auto& [key, tally] : column.by_formats) {
      Json cell = {{"operation", key.first}, {"formats", key.second}};
      cell.update(to_json(tally));
      cells.push_back(std::move(cell));
    }
    one["cells"] = std::move(cells);
    Json agreement = Json::object();
    for (const auto& [profile, counts] : column.agreement)
      agreement[profile] = {{"judged", counts.first}, {"equal", counts.second}};
    one["agreement"] = std::move(agreement);
    reports.push_back(std::move(one));
  }
  return {{"schema_version", 1}, {"reports", std::move(reports)}, {"refused", refused}};
}

Json operation_json(const std::vector<Column>& columns, const std::string& operation) {
  Json cells = Json::array();
  for (const Column& column : columns) {
    for (const auto& [key, tally] : column.by_implementation) {
      if (std::get<0>(key) != operation) continue;
      Json cell = {
          {"report", column.slug}, {"implementation", std::get<1>(key)}, {"formats", std::get<2>(key)}};
      cell.update(to_json(tally));
      cells.push_back(std::move(cell));
    }
  }
  return {{"schema_version", 1}, {"operation", operation}, {"cells", std::move(cells)}};
}

Json requirement_json(const std::vector<Column>& columns, const std::string& id,
                      const RequirementText& text) {
  Json cells = Json::array();
  for (const Column& column : columns) {
    const auto found = column.by_requirement.find(id);
    if (found == column.by_requirement.end()) continue;
    Json cell = {{"report", column.slug}};
    cell.update(to_json(found->second));
    cells.push_back(std::move(cell));
  }
  return {{"schema_version", 1},         {"requirement", id},           {"level", name(text.level)},
          {"statement", text.statement}, {"rationale", text.rationale}, {"source", text.source},
          {"cells", std::move(cells)}};
}

}  // namespace ulpgate::report
