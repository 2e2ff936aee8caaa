#include "reports/site/column.h"

#include <algorithm>

#include "reports/page/architecture.h"
#include "reports/page/verdict_look.h"
#include "reports/page/view.h"
#include "reports/record/summary.h"

namespace ulpgate::report {
namespace {

std::string fact(const Json& environment, const char* part, const char* key) {
  if (!environment.is_object() || !environment.contains(part)) return {};
  const Json& object = environment[part];
  if (!object.is_object() || !object.contains(key)) return {};
  return object[key].is_string() ? object[key].get<std::string>() : object[key].dump();
}

void add(std::string& list, const std::string& name, const std::string& value) {
  if (!value.empty()) list += (list.empty() ? "" : ", ") + name + " " + value;
}

std::string stack_of(const Json& environment) {
  std::string stack;
  add(stack, "driver", fact(environment, "device", "kernel_driver"));
  add(stack, "CUDA", fact(environment, "cuda", "runtime"));
  if (environment.is_object() && environment.contains("libraries") && environment["libraries"].is_object()) {
    for (const auto& item : environment["libraries"].items())
      add(stack, item.key(), fact(environment, "libraries", item.key().c_str()));
  }
  return stack.empty() ? "no libraries named" : stack;
}

void add_features(const Probed& probed, const std::string& architecture, Column& column) {
  const Probed::Profile* own = own_profile(probed, architecture);
  for (const Probed::Fact& fact : probed.facts) {
    Feature& feature = column.features[{probed.formats, fact.name}];
    feature.values.insert(fact.found);
    if (own == nullptr || !fact.observed) continue;
    feature.of_profile = true;
    for (const Probed::Difference& d : own->differences)
      feature.differs = feature.differs || d.parameter == fact.name;
  }
}

}  // namespace

void Tally::add(const Row& row) {
  if (counts.total() == 0 || severity(row.verdict) > severity(worst)) worst = row.verdict;
  ++counts[row.verdict];
  if (!row.max_error_over_bound) return;
  max_error_over_bound =
      std::max(max_error_over_bound.value_or(*row.max_error_over_bound), *row.max_error_over_bound);
  upper_bound = upper_bound && row.coverage == Coverage::exhaustive;
}

Column column_of(const Report& report, const std::vector<Probed>& probed) {
  Column column;
  const Json& environment = report.environment;
  column.device = fact(environment, "device", "device");
  const std::string profiled = profiled_architecture(report);
  column.architecture = device_architecture(environment);
  if (column.device.empty()) {
    column.device = fact(environment, "host", "cpu");
    column.architecture = profiled.empty() ? "no GPU" : "model of " + profiled + ", no GPU";
  }
  column.number = fact(environment, "device", "index");
  column.stack = stack_of(environment);
  column.started = report.started;
  column.suite = report.suite.name + " " + report.suite.version + " " + report.suite.commit.substr(0, 12);
  column.tier = report.tier;
  column.verdict = headline(report);
  column.conforms = exit_status(report) == 0;
  column.counts = report.footer.counts;
  column.judged = report.footer.judged;
  // Rows of one cell mostly follow each other.
  const Row* before = nullptr;
  Tally *of_formats = nullptr, *of_implementation = nullptr;
  for (const Row& row : report.rows) {
    const bool same_cell = before != nullptr && before->operation == row.operation &&
                           before->implementation == row.implementation && before->formats == row.formats;
    if (!same_cell) {
      const std::string label = formats_label(row.formats);
      of_formats = &column.by_formats[{row.operation, label}];
      of_implementation = &column.by_implementation[{row.operation, row.implementation, label}];
      before = &row;
    }
    of_formats->add(row);
    of_implementation->add(row);
    column.by_requirement[row.requirement].add(row);
    const auto profile = row.claims.find("profile");
    if (profile == row.claims.end() || row.requirement != "MMA-MODEL-1" || row.judged == 0) continue;
    auto& [judged, equal] = column.agreement[profile->second];
    judged += row.judged;
    equal += row.judged - row.failed;
  }
  for (const Probed& one : probed) add_features(one, profiled, column);
  return column;
}

void tell_apart(std::vector<Column>& columns) {
  std::map<std::vector<std::string>, std::vector<Column*>> alike;
  for (Column& column : columns)
    alike[{column.device, column.architecture, column.stack, column.started}].push_back(&column);
  for (const auto& [heading, same] : alike) {
    if (same.size() < 2) continue;
    for (Column* column : same)
      column->apart = (column->number.empty() ? "" : "device " + column->number + ", ") + column->slug;
  }
}

}  // namespace ulpgate::report
