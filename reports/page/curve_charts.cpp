#include <algorithm>
#include <map>
#include <set>

#include "reports/page/chart.h"
#include "reports/page/numbers.h"
#include "reports/record/curve.h"

namespace ulpgate::report {
namespace {

using Points = std::map<double, double>;

/// An error over its bound, of which many rows have a largest one; anything else is one row's own story.
bool is_largest(const std::string& name) { return name.starts_with("error over bound by "); }

void add(Points& points, const Curve& curve) {
  if (is_largest(curve.name)) {
    for (const auto& [x, y] : curve.points) {
      const auto [at, is_new] = points.emplace(x, y);
      if (!is_new) at->second = std::max(at->second, y);
    }
  } else if (tells_more(curve.points, {points.begin(), points.end()})) {
    points = Points(curve.points.begin(), curve.points.end());
  }
}

Chart chart_of(const std::string& operation, const std::string& name,
               const std::map<std::string, Points>& of_implementation) {
  Chart chart;
  const std::size_t by = name.find(" by ");
  const std::string y = name.substr(0, by), x = by == std::string::npos ? "" : name.substr(by + 4);
  chart.kind = is_largest(name) ? Chart::Kind::lines : Chart::Kind::steps;
  chart.title = (is_largest(name) ? "Error over bound by " + x : "Trajectory of the " + y) + ": " + operation;
  chart.caption =
      is_largest(name)
          ? "The largest error over its bound among all rows; 1 is at the bound, and what lies "
            "beyond 2 is drawn at 2. A point at x stands for lengths from x to 2x - 1."
          : "What the implementation says after each " + x +
                " of the script in which it turns most often, up or down; it stays until the next "
                "point.";
  chart.x_title = x;
  chart.y_title = y;
  std::set<double> all_x;
  for (const auto& [implementation, points] : of_implementation) {
    for (const auto& point : points) all_x.insert(point.first);
  }
  for (const double at : all_x) {
    chart.x.push_back(at);
    chart.labels.push_back(short_number(at));
  }
  for (const auto& [implementation, points] : of_implementation) {
    Chart::Series series{implementation, {}};
    for (const double at : all_x) {
      const auto found = points.find(at);
      series.values.push_back(found == points.end() ? std::nullopt : std::optional(found->second));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::vector<Chart> curve_charts(const View& view) {
  std::vector<Chart> charts;
  for (const OperationView& operation : view.operations) {
    std::map<std::string, std::map<std::string, Points>> curves;  // by name, then implementation
    for (const auto& [key, cell] : operation.cells) {
      for (const Row* row : cell.rows) {
        for (const Curve& curve : row->curves) add(curves[curve.name][key.first], curve);
      }
    }
    for (const auto& [name, of_implementation] : curves)
      charts.push_back(chart_of(operation.name, name, of_implementation));
  }
  return charts;
}

std::optional<Chart> format_chart(const Report& report) {
  if (report.formats.empty()) return std::nullopt;
  std::vector<std::pair<std::string, FormatFacts>> formats(report.formats.begin(), report.formats.end());
  std::stable_sort(formats.begin(), formats.end(), [](const auto& a, const auto& b) {
    return a.second.largest / a.second.smallest > b.second.largest / b.second.smallest;
  });
  Chart chart;
  chart.kind = Chart::Kind::ranges;
  chart.title = "Range and precision of formats";
  chart.caption =
      "Magnitudes that each format has, from its smallest subnormal number to its largest finite one. What "
      "leaves this range overflows or is lost; within the range of normal numbers, p significant bits are "
      "kept. A bar that reaches an edge goes on behind it.";
  chart.x_title = "magnitude";
  chart.y_title = "format";
  chart.series = {{"smallest", {}}, {"smallest normal", {}}, {"largest", {}}};
  for (const auto& [name, facts] : formats) {
    chart.labels.push_back(name + ", p = " + std::to_string(facts.precision));
    chart.series[0].values.push_back(facts.smallest);
    chart.series[1].values.push_back(facts.smallest_normal);
    chart.series[2].values.push_back(facts.largest);
  }
  return chart;
}

}  // namespace ulpgate::report
