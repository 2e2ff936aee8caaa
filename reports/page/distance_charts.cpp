#include <cstdlib>
#include <map>
#include <set>

#include "reports/page/chart.h"

namespace ulpgate::report {
namespace {

/// Where a bin stands on the line: "-[2^3,2^4)" before "-1", "0", "+1"; what is no distance comes last.
struct Place {
  double at;
  std::string name;
  auto operator<=>(const Place&) const = default;
};

Place place_of(const std::string& bin) {
  constexpr double behind_all = 1000;
  if (bin == "0") return {0, bin};
  const bool negative = bin.starts_with("-"), positive = bin.starts_with("+");
  if (!negative && !positive) return {behind_all, bin};
  double at = 1;
  if (const std::size_t power = bin.find("2^"); power != std::string::npos)
    at = 1 + std::strtod(bin.c_str() + power + 2, nullptr);
  return {negative ? -at : at, bin};
}

}  // namespace

std::vector<Chart> distance_charts(const View& view) {
  std::vector<Chart> charts;
  for (const OperationView& operation : view.operations) {
    std::map<std::string, std::map<std::string, double>> counts;  // by implementation and bin
    std::set<Place> bins;
    for (const auto& [key, cell] : operation.cells) {
      for (const Row* row : cell.rows) {
        for (const HistogramBin& bin : row->ulp_histogram) {
          bins.insert(place_of(bin.bin));
          counts[key.first][bin.bin] += static_cast<double>(bin.count);
        }
      }
    }
    if (counts.empty()) continue;
    Chart chart;
    chart.kind = Chart::Kind::bars;
    chart.title = "Signed code distance: " + operation.name;
    chart.caption =
        "How many codes lie between a result and the nearest one that is accepted, over all rows. 0 is "
        "accepted; "
        "- and + say on which side it lies; a number of codes is no error in ulps.";
    chart.x_title = "codes";
    chart.y_title = "elements";
    for (const Place& bin : bins) chart.labels.push_back(bin.name);
    for (const auto& [implementation, of_bin] : counts) {
      Chart::Series series{implementation, {}};
      for (const Place& bin : bins) {
        const auto found = of_bin.find(bin.name);
        series.values.push_back(found == of_bin.end() ? std::nullopt : std::optional(found->second));
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace ulpgate::report
