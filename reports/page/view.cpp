#include "reports/page/view.h"

#include <algorithm>

#include "reports/page/html.h"
#include "reports/page/verdict_look.h"

namespace ulpgate::report {
namespace {

/// Hands out each name once: slugs of different texts may be the same.
class Anchors {
 public:
  std::string unique(const std::string& text) {
    const std::string base = slug(text).empty() ? "x" : slug(text);
    std::string anchor = base;
    for (int n = 2; !used_.insert(anchor).second; ++n) anchor = base + "-" + std::to_string(n);
    return anchor;
  }

 private:
  std::set<std::string> used_;
};

OperationView& operation_of(std::vector<OperationView>& operations, const std::string& name) {
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [&](const OperationView& o) { return o.name == name; });
  if (found != operations.end()) return *found;
  operations.push_back({name, {}, {}, {}});
  return operations.back();
}

void add(Cell& cell, const Row& row) {
  cell.rows.push_back(&row);
  ++cell.counts[row.verdict];
  if (cell.rows.size() == 1 || severity(row.verdict) > severity(cell.worst)) cell.worst = row.verdict;
  if (!row.max_error_over_bound) return;
  cell.max_error_over_bound =
      std::max(cell.max_error_over_bound.value_or(*row.max_error_over_bound), *row.max_error_over_bound);
  cell.upper_bound = cell.upper_bound && row.coverage == Coverage::exhaustive;
}

}  // namespace

std::string formats_label(const Formats& formats) {
  if (formats.empty()) return "any format";
  if (formats.size() == 2 && formats[0].first == "from" && formats[1].first == "to") {
    return formats[0].second + " → " + formats[1].second;
  }
  std::string label;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    label += formats[i].first;
    const bool shared = i + 1 < formats.size() && formats[i + 1].second == formats[i].second;
    label += shared ? ", " : " " + formats[i].second + (i + 1 < formats.size() ? "; " : "");
  }
  return label;
}

View::View(const Report& of) : report(of) {
  Anchors anchors;
  std::set<std::pair<std::string, std::string>> seen;
  // Rows of one cell mostly follow each other.
  const Row* before = nullptr;
  Cell* cell = nullptr;
  for (const Row& row : report.rows) {
    const bool same_cell = before != nullptr && before->operation == row.operation &&
                           before->implementation == row.implementation && before->formats == row.formats;
    if (!same_cell) {
      OperationView& operation = operation_of(operations, row.operation);
      const std::string formats = formats_label(row.formats);
      if (seen.emplace(row.operation, formats).second) operation.formats.push_back(formats);
      operation.implementations.insert(row.implementation);
      cell = &operation.cells[{row.implementation, formats}];
      if (cell->rows.empty())
        cell->anchor = anchors.unique("e." + row.operation + "." + row.implementation + "." + formats);
      before = &row;
    }
    add(*cell, row);
    if (row.verdict != Verdict::pass && row.verdict != Verdict::not_run) {
      row_anchors[&row] = anchors.unique("row." + row.id);
    }
  }
}

}  // namespace ulpgate::report
