#include "reports/record/row_parts.h"

#include "reports/record/error.h"
#include "reports/record/fields.h"

namespace ulpgate::report {
namespace {

Json to_json(const Value& value) { return {{"bits", value.bits}, {"value", value.decimal}}; }

Value value_from_json(const Json& json, const std::string& where) {
  const Fields fields(json, where, {"bits", "value"});
  return {fields.string("bits"), fields.string("value")};
}

}  // namespace

Json to_json(const Worst& worst) {
  return {{"index", worst.index},
          {"input", to_json(worst.input)},
          {"actual", to_json(worst.actual)},
          {"expected", to_json(worst.expected)},
          {"ulps", worst.ulps},
          {"error_over_bound", finite_or_null(worst.error_over_bound)},
          {"note", worst.note}};
}

Json to_json(const std::vector<HistogramBin>& histogram) {
  Json json = Json::array();
  for (const HistogramBin& bin : histogram) json.push_back({{"bin", bin.bin}, {"count", bin.count}});
  return json;
}

Json to_json(const std::vector<Curve>& curves) {
  Json json = Json::array();
  for (const Curve& curve : curves) {
    Json points = Json::array();
    for (const auto& [x, y] : curve.points) points.push_back(Json::array({x, y}));
    json.push_back({{"name", curve.name}, {"points", std::move(points)}});
  }
  return json;
}

Json to_json(const StringMap& map) {
  Json json = Json::object();
  for (const auto& [key, value] : map) json[key] = value;
  return json;
}

Worst worst_from_json(const Json& json, const std::string& where) {
  const Fields fields(json, where,
                      {"index", "input", "actual", "expected", "ulps", "error_over_bound", "note"});
  Worst worst;
  worst.index = fields.u64("index");
  worst.input = value_from_json(fields.at("input"), fields.where("input"));
  worst.actual = value_from_json(fields.at("actual"), fields.where("actual"));
  worst.expected = value_from_json(fields.at("expected"), fields.where("expected"));
  worst.ulps = fields.string("ulps");
  worst.error_over_bound = fields.number_or_null("error_over_bound");
  worst.note = fields.string("note");
  return worst;
}

std::vector<HistogramBin> histogram_from_json(const Json& json) {
  std::vector<HistogramBin> histogram;
  histogram.reserve(json.size());
  for (const Json& item : json) {
    const Fields fields(item, "row.ulp_histogram", {"bin", "count"});
    histogram.push_back({fields.string("bin"), fields.u64("count")});
  }
  return histogram;
}

std::vector<Curve> curves_from_json(const Json& json) {
  std::vector<Curve> curves;
  curves.reserve(json.size());
  for (const Json& item : json) {
    const Fields fields(item, "row.curves", {"name", "points"});
    Curve curve{fields.string("name"), {}};
    for (const Json& point : fields.array("points")) {
      const bool pair = point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
      if (!pair) fields.refuse("points", "holds something that is not a pair of numbers");
      curve.points.emplace_back(point[0].get<double>(), point[1].get<double>());
      if (curve.points.size() > 1 && !(curve.points.end()[-2].first < curve.points.back().first))
        fields.refuse("points", "are not in ascending order");
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

Expectation expectation_from_json(const Json& json) {
  const Fields fields(json, "row.expectation", {"id", "reason", "link", "state"});
  Expectation expectation{fields.string("id"), fields.string("reason"), fields.string("link"),
                          fields.string("state")};
  if (expectation.state != "matched" && expectation.state != "stale") {
    fields.refuse("state", "is neither matched nor stale");
  }
  return expectation;
}

Json to_json(const Formats& formats) {
  Json json = Json::object();
  for (const auto& [role, format] : formats) json[role] = format;
  return json;
}

Json to_json(const Reason& reason) { return {{"category", reason.category}, {"text", reason.text}}; }

Json to_json(const Expectation& expectation) {
  return {{"id", expectation.id},
          {"reason", expectation.reason},
          {"link", expectation.link},
          {"state", expectation.state}};
}

StringMap strings_from_json(const Json& json, const std::string& where) {
  StringMap map;
  for (auto& [key, value] : formats_from_json(json, where)) map[key] = std::move(value);
  return map;
}

Formats formats_from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) throw InputError(where + " is not an object");
  Formats formats;
  for (const auto& item : json.items()) {
    if (!item.value().is_string()) throw InputError(where + "." + item.key() + " is not a string");
    formats.emplace_back(item.key(), item.value().get<std::string>());
  }
  return formats;
}

Reason reason_from_json(const Json& json) {
  const Fields fields(json, "row.reason", {"category", "text"});
  return {fields.string("category"), fields.string("text")};
}

}  // namespace ulpgate::report
