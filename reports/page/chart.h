#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/page/view.h"

namespace ulpgate::report {

/// A plot as numbers: what the script draws, and the table that says the same without it.
struct Chart {
  enum class Kind {
    bars,    ///< counts by category, on a logarithmic axis
    lines,   ///< y by x, x logarithmic
    steps,   ///< y by x, y logarithmic; y stays until the next x
    ranges,  ///< from smallest to largest of each category, as exponents of 2
  };
  /// y where there is one; of ranges, three series: smallest, smallest normal, largest.
  struct Series {
    std::string name;
    std::vector<std::optional<double>> values;  ///< one for each label or x
  };

  Kind kind = Kind::bars;
  std::string title, x_title, y_title;
  std::string caption;              ///< what it shows, in a sentence or two
  std::vector<std::string> labels;  ///< categories; of lines and steps the x as text
  std::vector<double> x;            ///< of lines and steps
  std::vector<Series> series;
};

/// Elements by signed code distance, a chart for each operation and a series for each implementation.
std::vector<Chart> distance_charts(const View& view);

/// What rows' numbers depend on: a chart for each operation and kind of curve. Where rows of one
/// implementation have the same x, the largest error over its bound counts; of trajectories, each
/// implementation shows the one that turns most often.
std::vector<Chart> curve_charts(const View& view);

/// Range and precision of every format of the report; nothing where it names none.
std::optional<Chart> format_chart(const Report& report);

}  // namespace ulpgate::report
