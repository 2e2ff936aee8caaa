#include <cmath>

#include "reports/page/chart.h"
#include "reports/page/chart_library.h"
#include "reports/page/json_string.h"
#include "reports/page/numbers.h"
#include "reports/page/sections.h"

namespace ulpgate::report {
namespace {

std::vector<Chart> all_charts(const View& view) {
  std::vector<Chart> charts = distance_charts(view);
  for (Chart& chart : curve_charts(view)) charts.push_back(std::move(chart));
  if (auto formats = format_chart(view.report)) charts.push_back(std::move(*formats));
  return charts;
}

std::string value_text(Chart::Kind kind, const std::optional<double>& value) {
  if (!value) return kind == Chart::Kind::bars ? "0" : "";
  if (kind == Chart::Kind::bars) return grouped(static_cast<std::uint64_t>(*value));
  return kind == Chart::Kind::lines ? ratio(*value) : short_number(value);
}

void numbers(Html& html, const Chart& chart) {
  html.raw("<details class=\"e\"><summary>Numbers of ")
      .text(chart.title)
      .raw("</summary>\n<div class=\"s\" role=\"region\" tabindex=\"0\" aria-label=\"Numbers of ")
      .text(chart.title)
      .raw("\"><table class=\"x\"><caption>")
      .text(chart.title)
      .raw("</caption>\n<thead><tr><th scope=\"col\">")
      .text(chart.kind == Chart::Kind::ranges ? chart.y_title : chart.x_title)
      .raw("</th>");
  for (const Chart::Series& series : chart.series)
    html.raw("<th scope=\"col\" class=\"c\">").text(series.name).raw("</th>");
  html.raw("</tr></thead>\n<tbody>");
  for (std::size_t i = 0; i < chart.labels.size(); ++i) {
    html.raw("<tr><th scope=\"row\">").text(chart.labels[i]).raw("</th>");
    for (const Chart::Series& series : chart.series)
      html.raw("<td class=\"c\">").text(value_text(chart.kind, series.values[i])).raw("</td>");
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div></details>\n");
}

std::string number_json(double value) { return std::isfinite(value) ? Json(value).dump() : "null"; }

std::string chart_json(const Chart& chart) {
  constexpr const char* kinds[] = {"bars", "lines", "steps", "ranges"};
  const auto list = [](const auto& items, const auto& to_text) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : ",") + to_text(item);
    return "[" + text + "]";
  };
  const auto value = [](const std::optional<double>& v) { return v ? number_json(*v) : "null"; };
  return "{\"kind\":\"" + std::string(kinds[static_cast<int>(chart.kind)]) +
         "\",\"x_title\":" + json_string(chart.x_title) + ",\"y_title\":" + json_string(chart.y_title) +
         ",\"labels\":" + list(chart.labels, [](const std::string& s) { return json_string(s); }) +
         ",\"x\":" + list(chart.x, number_json) + ",\"series\":" +
         list(chart.series,
              [&](const Chart::Series& s) {
                return "{\"name\":" + json_string(s.name) + ",\"values\":" + list(s.values, value) + "}";
              }) +
         "}";
}

}  // namespace

bool has_plots(const View& view) {
  if (!view.report.formats.empty()) return true;
  for (const Row& row : view.report.rows) {
    if (!row.ulp_histogram.empty() || !row.curves.empty()) return true;
  }
  return false;
}

void plots_section(Html& html, const View& view) {
  const std::vector<Chart> charts = all_charts(view);
  if (charts.empty()) return;
  html.raw("<section id=\"plots\"><h2>Plots</h2>\n");
  if (chart_library().empty())
    html.raw("<p>This ulpgate was built without a plotting library: plots are tables.</p>\n");
  std::string json;
  for (const Chart& chart : charts) {
    html.element("h3", chart.title).raw("<p>").text(chart.caption).raw("</p>\n");
    if (!chart_library().empty())
      html.raw("<div class=\"plot\" role=\"img\" aria-label=\"")
          .text(chart.title + ". The numbers stand in the table below.")
          .raw("\"></div>\n");
    numbers(html, chart);
    json += (json.empty() ? "\n" : ",\n") + chart_json(chart);
  }
  html.raw("</section>\n");
  if (chart_library().empty()) return;
  html.raw("<script type=\"application/json\" id=\"charts\">[").raw(json).raw("]</script>\n");
}

}  // namespace ulpgate::report
