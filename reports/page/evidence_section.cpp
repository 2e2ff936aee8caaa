#include <algorithm>
#include <map>

#include "reports/page/numbers.h"
#include "reports/page/sections.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

/// What one implementation showed of one operation: formats and variants down, requirements across.
struct Block {
  std::vector<std::pair<std::string, const Cell*>> cells;  ///< by label of formats
  std::set<std::string> requirements;
  VerdictCounts counts;
  Verdict worst = Verdict::not_run;
};

std::map<std::string, Block> blocks_of(const OperationView& operation) {
  std::map<std::string, Block> blocks;
  for (const auto& [key, cell] : operation.cells) {
    Block& block = blocks[key.first];
    if (block.cells.empty() || severity(cell.worst) > severity(block.worst)) block.worst = cell.worst;
    block.cells.emplace_back(key.second, &cell);
    for (const Row* row : cell.rows) {
      block.requirements.insert(row->requirement);
      ++block.counts[row->verdict];
    }
  }
  return blocks;
}

/// Of several rows that share a place, the one that needs attention most.
using Places = std::map<std::string, std::map<std::string, const Row*>>;

Places places_of(const Cell& cell) {
  Places places;
  for (const Row* row : cell.rows) {
    const Row*& place = places[row->variant][row->requirement];
    if (place == nullptr || severity(row->verdict) > severity(place->verdict)) place = row;
  }
  return places;
}

/// A passing row says how near the bound it came, any other one its verdict.
void place_markup(Html& html, const Row& row) {
  html.raw("<td>").raw(sign(row.verdict));
  if (row.verdict != Verdict::pass && row.verdict != Verdict::not_run) html.raw(" ").raw(name(row.verdict));
  if (row.max_error_over_bound) {
    html.raw(" ").text(ratio(*row.max_error_over_bound));
    html.raw(row.coverage == Coverage::exhaustive ? " U" : " L");
  }
  html.raw("</td>");
}

/// Places without a row, side by side: one cell.
void gap(Html& html, std::size_t& columns) {
  if (columns == 1) html.raw("<td></td>");
  if (columns > 1) html.raw("<td colspan=\"" + std::to_string(columns) + "\"></td>");
  columns = 0;
}

void cell_rows(Html& html, const std::string& formats, const Cell& cell,
               const std::set<std::string>& requirements) {
  html.raw("<tbody id=\"").raw(cell.anchor).raw("\"><tr><th scope=\"rowgroup\" colspan=\"");
  html.raw(std::to_string(requirements.size() + 1)).raw("\">").text(formats).raw("</th></tr>\n");
  for (const auto& [variant, places] : places_of(cell)) {
    html.raw("<tr><th scope=\"row\">").text(variant.empty() ? "all" : variant).raw("</th>");
    std::size_t empty = 0;
    for (const std::string& requirement : requirements) {
      const auto place = places.find(requirement);
      if (place == places.end()) {
        ++empty;
        continue;
      }
      gap(html, empty);
      place_markup(html, *place->second);
    }
    gap(html, empty);
    html.raw("</tr>\n");
  }
  html.raw("</tbody>");
}

void block_markup(Html& html, const std::string& title, const Block& block) {
  html.raw("<details class=\"e\"><summary>")
      .text(title)
      .raw(" <b class=\"")
      .raw(style_class(block.worst))
      .raw("\">");
  html.raw(sign(block.worst)).raw(" ").raw(name(block.worst)).raw("</b> ").raw(grouped(block.counts.total()));
  html.raw(block.counts.total() == 1 ? " row" : " rows")
      .raw("</summary>\n<div class=\"s\" role=\"region\" tabindex=\"0\"");
  html.raw(" aria-label=\"").text(title).raw("\"><table><caption>").text(title);
  html.raw("</caption>\n<thead><tr><th scope=\"col\">Variant</th>");
  for (const std::string& requirement : block.requirements)
    html.raw("<th scope=\"col\"><a href=\"#")
        .raw(requirement_anchor(requirement))
        .raw("\">")
        .text(requirement)
        .raw("</a></th>");
  html.raw("</tr></thead>\n");
  for (const auto& [formats, cell] : block.cells) cell_rows(html, formats, *cell, block.requirements);
  html.raw("</table></div></details>\n");
}

}  // namespace

void evidence_section(Html& html, const View& view) {
  if (view.operations.empty()) return;
  html.raw("<section id=\"evidence\"><h2>Evidence</h2>\n<div id=\"panel\"></div>\n<noscript>")
      .raw(
          "<p>A line for each entry point, a column for each requirement. Without scripts this page shows "
          "all that a row ")
      .raw(
          "says only where it needs attention (Findings); <code>report.json</code> beside it has the "
          "rest.</p>\n");
  for (const OperationView& operation : view.operations) {
    html.element("h3", operation.name);
    for (const auto& [implementation, block] : blocks_of(operation))
      block_markup(html, operation.name + " " + implementation, block);
  }
  html.raw("</noscript></section>\n");
}

}  // namespace ulpgate::report
