#include "reports/page/numbers.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

std::string join(const StringMap& map) {
  std::string text;
  for (const auto& [key, value] : map) {
    if (!text.empty()) text += "; ";
    text.append(key).append(": ").append(value);
  }
  return text;
}

Html& term(Html& html, std::string_view name) { return html.raw("<dt>").raw(name).raw("</dt><dd>"); }

void detail(Html& html, std::string_view name, const std::string& text) {
  if (!text.empty()) term(html, name).text(text).raw("</dd>");
}

void number(Html& html, std::string_view name, const Value& value) {
  html.raw(name).raw(" <code>").text(value.bits).raw("</code> = ").text(value.decimal);
}

void worst_case(Html& html, const Row& row) {
  if (!row.worst) return;
  const Worst& worst = *row.worst;
  term(html, "worst");
  html.raw("[").raw(std::to_string(worst.index)).raw("] ");
  number(html, "input", worst.input);
  number(html, ", got", worst.actual);
  number(html, ", expected", worst.expected);
  if (!worst.ulps.empty()) html.raw(", ").text(worst.ulps).raw(" ulp");
  if (worst.error_over_bound) html.raw(", ").text(ratio(*worst.error_over_bound)).raw(" of the bound");
  if (!worst.note.empty()) html.raw("; ").text(worst.note);
  html.raw("</dd>");
}

void histogram(Html& html, const Row& row) {
  if (row.ulp_histogram.empty()) return;
  std::string text;
  for (const HistogramBin& bin : row.ulp_histogram)
    text += (text.empty() ? "" : " · ") + bin.bin + ": " + grouped(bin.count);
  detail(html, "ulps off", text);
}

void expectation(Html& html, const Row& row) {
  if (!row.expectation) return;
  const Expectation& expected = *row.expectation;
  term(html, "expected").text(expected.id + " (" + expected.state + "): " + expected.reason);
  if (const auto link = safe_link(expected.link)) {
    html.raw(" <a rel=\"noopener noreferrer nofollow\" href=\"").raw(*link).raw("\">").raw(*link).raw("</a>");
  } else if (!expected.link.empty()) {
    html.raw(" ").text(expected.link);
  }
  html.raw("</dd>");
}

void shared(Html& html, const Row& row, Notes& notes) {
  std::string links;
  const auto add = [&](std::string_view name, Notes::Kind kind, const std::string& text) {
    if (text.empty()) return;
    links += (links.empty() ? "" : " · ") + std::string(name) + " " + notes.link(kind, text);
  };
  add("bound", Notes::Kind::bound, row.bound);
  add("claims", Notes::Kind::claims, join(row.claims));
  add("ran", Notes::Kind::ran, join(row.ran));
  if (!links.empty()) term(html, "notes").raw(links).raw("</dd>");
}

void inputs(Html& html, const Row& row, Notes& notes) {
  if (row.recipe.empty() && row.seed.empty()) return;
  term(html, "inputs");
  if (!row.recipe.empty()) html.raw(notes.link(Notes::Kind::inputs, row.recipe)).raw(", ");
  if (!row.seed.empty()) html.raw("seed ").text(row.seed).raw(", ");
  html.raw(name(row.coverage)).raw("</dd>");
}

void numbers_line(Html& html, const Row& row) {
  html.raw("<tr><th scope=\"row\">").text(row.variant).raw("</th><td><a href=\"#");
  html.raw(requirement_anchor(row.requirement))
      .raw("\">")
      .text(row.requirement)
      .raw("</a></td><td class=\"y ");
  html.raw(style_class(row.verdict))
      .raw("\">")
      .raw(sign(row.verdict))
      .raw(" ")
      .raw(name(row.verdict))
      .raw("</td>");
  const auto count = [&html](const std::string& text) {
    html.raw("<td class=\"c\">").text(text).raw("</td>");
  };
  count(grouped(row.judged));
  count(grouped(row.failed));
  count(short_number(row.max_ulp_error));
  count(short_number(row.rms_ulp_error));
  count(short_number(row.mean_ulp_error));
  count(row.max_error_over_bound
            ? ratio(*row.max_error_over_bound) + (row.coverage == Coverage::exhaustive ? " U" : " L")
            : "–");
  html.raw("</tr>\n");
}

void row_markup(Html& html, const View& view, const Row& row, Notes& notes) {
  const auto anchor = view.row_anchors.find(&row);
  html.raw("<tbody");
  if (anchor != view.row_anchors.end()) html.raw(" id=\"").raw(anchor->second).raw("\"");
  html.raw(">");
  numbers_line(html, row);
  html.raw("<tr class=\"d\"><td colspan=\"9\"><div><dl>");
  detail(html, "message", row.message);
  if (row.reason)
    term(html, "reason").element("b", row.reason->category).raw(": ").text(row.reason->text).raw("</dd>");
  expectation(html, row);
  worst_case(html, row);
  histogram(html, row);
  shared(html, row, notes);
  inputs(html, row, notes);
  detail(html, "output", row.fingerprint);
  if (!row.replay.empty()) term(html, "replay").element("code", row.replay).raw("</dd>");
  html.raw("</dl></div></td></tr></tbody>\n");
}

/// What has findings is open from the start: print and links find it in every browser.
bool open(const Cell& cell) { return severity(cell.worst) > severity(Verdict::pass); }

void cell_block(Html& html, const View& view, const std::string& title, const Cell& cell, Notes& notes) {
  html.raw("<section class=\"e\" id=\"")
      .raw(cell.anchor)
      .raw(open(cell) ? "\"><details open><summary>" : "\"><details><summary>");
  html.text(title)
      .raw(" <b class=\"")
      .raw(style_class(cell.worst))
      .raw("\">")
      .raw(sign(cell.worst))
      .raw(" ")
      .raw(name(cell.worst));
  html.raw("</b> ")
      .raw(grouped(cell.rows.size()))
      .raw(cell.rows.size() == 1 ? " row" : " rows")
      .raw("</summary>\n");
  html.raw("<div class=\"s\" role=\"region\" tabindex=\"0\" aria-label=\"")
      .text(title)
      .raw("\"><table><caption>")
      .text(title);
  html.raw(
          "</caption>\n<thead><tr><th scope=\"col\">Variant</th><th scope=\"col\">Requirement</th><th "
          "scope=\"col\">Verdict</th>")
      .raw("<th scope=\"col\" class=\"c\">Judged</th><th scope=\"col\" class=\"c\">Failed</th>")
      .raw("<th scope=\"col\" class=\"c\">Max ulp</th><th scope=\"col\" class=\"c\">RMS ulp</th>")
      .raw(
          "<th scope=\"col\" class=\"c\">Mean ulp</th><th scope=\"col\" "
          "class=\"c\">Error/bound</th></tr></thead>\n");
  for (const Row* row : cell.rows) row_markup(html, view, *row, notes);
  html.raw("</table></div></details></section>\n");
}

}  // namespace

void evidence_section(Html& html, const View& view, Notes& notes) {
  if (view.operations.empty()) return;
  html.raw("<section id=\"evidence\"><h2>Evidence</h2>\n");
  for (const OperationView& operation : view.operations) {
    html.element("h3", operation.name);
    for (const auto& [key, cell] : operation.cells) {
      cell_block(html, view, operation.name + " " + key.first + ": " + key.second, cell, notes);
    }
  }
  html.raw("</section>\n");
}

}  // namespace ulpgate::report
