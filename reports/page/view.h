#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/record/report.h"

namespace ulpgate::report {

/// "fp32 → fp16" for from and to; else roles that share a format together: "a, b fp16; c, d fp32".
std::string formats_label(const Formats& formats);

/// All rows of one operation, implementation and set of formats: a cell of the matrix, and a block of
/// evidence.
struct Cell {
  std::string anchor;  ///< unique in the page, and the same in every report
  std::vector<const Row*> rows;
  VerdictCounts counts;
  Verdict worst = Verdict::not_run;
  std::optional<double> max_error_over_bound;
  bool upper_bound = true;  ///< every row with an error was exhaustive
};

struct OperationView {
  std::string name;
  std::vector<std::string> formats;  ///< labels, in the order of rows
  std::set<std::string> implementations;
  std::map<std::pair<std::string, std::string>, Cell> cells;  ///< by implementation, then label of formats
};

/// A report arranged for reading. Refers to the report, which must outlive it.
struct View {
  explicit View(const Report& report);

  const Report& report;
  std::vector<OperationView> operations;
  std::map<const Row*, std::string> row_anchors;  ///< of rows that are neither pass nor not run
};

}  // namespace ulpgate::report
