#include "reports/diff/diff_json.h"

#include "reports/record/fields.h"

namespace ulpgate::report {
namespace {

Json to_json(const Difference& difference) {
  return {{"path", difference.path}, {"old", difference.old_value}, {"new", difference.new_value}};
}

Json to_json(const std::optional<Difference>& difference) {
  return difference ? to_json(*difference) : Json();
}

Json to_json(const std::vector<Difference>& differences) {
  Json json = Json::array();
  for (const Difference& difference : differences) json.push_back(to_json(difference));
  return json;
}

Json to_json(const Side& side) {
  Json facts = Json::object();
  for (const auto& [path, value] : side.facts) facts[path] = value;
  return {{"name", side.name},
          {"rows", side.entries.size()},
          {"facts", std::move(facts)},
          {"problems", side.problems}};
}

Json to_json(const Entry* entry) {
  if (entry == nullptr) return nullptr;
  return {{"verdict", name(entry->verdict)},
          {"judged", entry->judged},
          {"failed", entry->failed},
          {"coverage", name(entry->coverage)},
          {"max_error_over_bound", finite_or_null(entry->max_error_over_bound)},
          {"max_ulp_error", finite_or_null(entry->max_ulp_error)},
          {"rms_ulp_error", finite_or_null(entry->rms_ulp_error)},
          {"mean_ulp_error", finite_or_null(entry->mean_ulp_error)},
          {"fingerprint", entry->fingerprint},
          {"note", entry->note},
          {"replay", entry->replay}};
}

Json to_json(const Pair& pair) {
  Json statistics = Json::array();
  for (const Statistic& statistic : pair.statistics) {
    statistics.push_back({{"what", statistic.what},
                          {"old", statistic.old_value},
                          {"new", statistic.new_value},
                          {"chance", statistic.chance},
                          {"moved", statistic.moved}});
  }
  return {{"id", pair.entry().id},
          {"old", to_json(pair.old_entry)},
          {"new", to_json(pair.new_entry)},
          {"reasons", to_json(pair.reasons)},
          {"statistics", std::move(statistics)}};
}

Json to_json(const Group& group) {
  Json rows = Json::array();
  for (const Pair& pair : group.pairs) rows.push_back(to_json(pair));
  return {{"change", name(group.change)},           {"operation", group.operation},
          {"implementation", group.implementation}, {"environment", to_json(group.environment)},
          {"reason", to_json(group.reason)},        {"rows", std::move(rows)}};
}

}  // namespace

Json to_json(const Comparison& comparison) {
  Json counts = Json::object();
  for (const Change change : all_changes) counts[std::string(name(change))] = comparison.count(change);
  Json groups = Json::array();
  for (const Group& group : comparison.groups()) groups.push_back(to_json(group));
  return {{"schema_version", diff_schema_version},
          {"old", to_json(comparison.old_side())},
          {"new", to_json(comparison.new_side())},
          {"environment", to_json(comparison.environment())},
          {"not_comparable", comparison.not_comparable() ? Json(*comparison.not_comparable()) : Json()},
          {"joined", comparison.joined()},
          {"counts", std::move(counts)},
          {"groups", std::move(groups)}};
}

}  // namespace ulpgate::report
