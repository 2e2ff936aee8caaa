#include <map>
#include <set>

#include "reports/page/numbers.h"
#include "reports/page/verdict_look.h"
#include "reports/site/history.h"
#include "reports/site/markup.h"
#include "reports/site/site_pages.h"
#include "reports/site/site_script.h"

namespace ulpgate::report {
namespace {

using Key = std::pair<std::string, std::string>;

const Tally* find(const std::map<Key, Tally>& tallies, const Key& key) {
  const auto found = tallies.find(key);
  return found == tallies.end() ? nullptr : &found->second;
}

std::set<Key> keys_of(const std::vector<Column>& columns) {
  std::set<Key> keys;
  for (const Column& column : columns) {
    for (const auto& [key, tally] : column.by_formats) keys.insert(key);
  }
  return keys;
}

void reports(Html& html, const std::vector<Column>& columns) {
  html.raw(
          "<section id=\"reports\"><h2>Reports</h2>\n<div class=\"s\" role=\"region\" tabindex=\"0\" "
          "aria-label=\"Reports\">")
      .raw("<table class=\"t\"><caption>Newest first</caption>\n<thead><tr><th scope=\"col\">Device</th>")
      .raw(
          "<th scope=\"col\">Driver, CUDA, libraries</th><th scope=\"col\">When</th><th scope=\"col\">Suite, "
          "tier</th>")
      .raw("<th scope=\"col\">Verdict</th><th scope=\"col\">Badge</th></tr></thead>\n<tbody>");
  for (const Column& column : columns) {
    html.raw("<tr><th scope=\"row\"><a href=\"report/")
        .raw(column.slug)
        .raw("/index.html\">")
        .text(column.device);
    html.raw("</a><small>")
        .text(column.architecture + (column.apart.empty() ? "" : " " + column.apart))
        .raw("</small></th><td>")
        .text(column.stack)
        .raw("</td><td>");
    html.text(column.started)
        .raw("</td><td>")
        .text(column.suite + ", " + column.tier)
        .raw("</td><td class=\"");
    html.raw(column.conforms ? "p\">✓ " : "f\">✗ ").text(column.verdict);
    html.raw("</td><td><img alt=\"badge\" src=\"report/").raw(column.slug).raw("/badge.svg\"></td></tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

void matrix(Html& html, const std::vector<Column>& columns) {
  html.raw(
          "<section id=\"matrix\"><h2>Matrix</h2>\n<p>A cell shows the verdict that needs attention most "
          "among all ")
      .raw(
          "implementations of one report, how many of its rows have it, and the largest error over its bound "
          "(<b>U</b>: ")
      .raw(
          "every input, an upper bound; <b>L</b>: a sample, a lower bound). <b>? unknown</b>: never "
          "run.</p>\n")
      .raw(
          "<div id=\"compare\"></div>\n<div class=\"s m\" role=\"region\" tabindex=\"0\" "
          "aria-label=\"Matrix\">")
      .raw("<table id=\"cells\"><caption>Operation and formats by report</caption>\n");
  column_heads(html, columns, "Operation, formats", "");
  html.raw("<tbody>");
  for (const Key& key : keys_of(columns)) {
    html.raw("<tr id=\"")
        .raw(slug("m." + key.first + "." + key.second))
        .raw("\"><th scope=\"row\"><a href=\"operation/");
    html.raw(slug(key.first))
        .raw(".html#")
        .raw(slug("f." + key.second))
        .raw("\">")
        .text(key.first)
        .raw("</a> ");
    html.text(key.second).raw("</th>");
    for (const Column& column : columns) {
      const std::string link = "operation/" + slug(key.first) + ".html#" + slug("f." + key.second);
      tally_cell(html, find(column.by_formats, key), link);
    }
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

void agreement(Html& html, const std::vector<Column>& columns) {
  std::set<std::string> profiles;
  for (const Column& column : columns) {
    for (const auto& [profile, counts] : column.agreement) profiles.insert(profile);
  }
  if (profiles.empty()) return;
  html.raw(
          "<section id=\"facts\"><h2>Agreement with profiles</h2>\n<p>Results of matrix instructions that "
          "have the bits of ")
      .raw(
          "the architecture's profile, of those that were judged against it.</p>\n<div class=\"s m\" "
          "role=\"region\" ")
      .raw(
          "tabindex=\"0\" aria-label=\"Agreement with profiles\"><table><caption>Profile by "
          "report</caption>\n");
  column_heads(html, columns, "Profile", "");
  html.raw("<tbody>");
  for (const std::string& profile : profiles) {
    html.raw("<tr><th scope=\"row\">").text(profile).raw("</th>");
    for (const Column& column : columns) {
      const auto found = column.agreement.find(profile);
      if (found == column.agreement.end()) {
        html.raw("<td class=\"n\"><span>? unknown</span></td>");
        continue;
      }
      const auto& [judged, equal] = found->second;
      html.raw(equal == judged ? "<td class=\"p\"><span>✓ all " : "<td class=\"v\"><span>≠ ");
      html.raw(equal == judged ? grouped(judged) : grouped(equal) + " of " + grouped(judged))
          .raw("</span></td>");
    }
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

void refusals(Html& html, const std::vector<std::string>& refused) {
  if (refused.empty()) return;
  html.raw(
      "<section id=\"refused\"><h2>Refused</h2>\n<p>Reports that were offered and are not "
      "published.</p>\n<ul>");
  for (const std::string& sentence : refused) html.element("li", sentence);
  html.raw("</ul></section>\n");
}

}  // namespace

std::string index_page(const std::vector<Column>& columns, const std::vector<std::string>& refused) {
  Html html;
  page_head(html, "Numerical conformance by architecture", "");
  html.raw("<nav aria-label=\"Sections\"><a href=\"#reports\">Reports</a> <a href=\"#matrix\">Matrix</a> ")
      .raw(
          "<a href=\"#history\">History</a> <a href=\"diff.html\">Any two reports</a> <a "
          "href=\"requirement/index.html\">Requirements</a> ")
      .raw("<a href=\"index.json\">JSON</a></nav>\n");
  reports(html, columns);
  matrix(html, columns);
  if (has_facts(columns))
    html.raw(
        "<p><a href=\"facts.html\">Numerical features</a>: what matrix instructions do, by report.</p>\n");
  agreement(html, columns);
  history(html, columns);
  refusals(html, refused);
  html.raw("<script>\n").raw(site_script()).raw("</script>\n");
  page_foot(html);
  return std::move(html).take();
}

}  // namespace ulpgate::report
