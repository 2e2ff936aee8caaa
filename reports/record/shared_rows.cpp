#include "reports/record/shared_rows.h"

#include <cmath>

#include "reports/record/json_text.h"
#include "reports/record/row_parts.h"

namespace ulpgate::report {
namespace {

/// Level of a requirement; nothing where the report does not have it.
std::optional<Level> level_of(const Requirements& requirements, const std::string& id) {
  const auto found = requirements.find(id);
  return found == requirements.end() ? std::nullopt : std::optional<Level>(found->second.level);
}

void add_number(Json& json, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) json[key] = *value;
}

void add_text(Json& json, const char* key, const std::string& text, const std::string& usual = {}) {
  if (text != usual) json[key] = text;
}

}  // namespace

std::size_t SharedRows::place(const char* list, const Json& value) {
  Json& values = shared_[list];
  const auto [found, is_new] = places_.emplace(std::pair(std::string(list), compact(value)), values.size());
  if (is_new) values.push_back(value);
  return found->second;
}

Json SharedRows::row(const Row& row) {
  check(row);
  Json json = {{"id", row.id},
               {"operation", row.operation},
               {"implementation", row.implementation},
               {"variant", row.variant},
               {"requirement", row.requirement}};
  if (level_of(defaults_.requirements, row.requirement) != row.level) json["level"] = name(row.level);
  if (!row.formats.empty()) json["formats"] = place("formats", to_json(row.formats));
  add_text(json, "tier", row.tier, defaults_.tier);
  json["verdict"] = name(row.verdict);
  json["judged"] = row.judged;
  json["failed"] = row.failed;
  json["coverage"] = name(row.coverage);
  add_number(json, "max_error_over_bound", row.max_error_over_bound);
  add_number(json, "max_ulp_error", row.max_ulp_error);
  add_number(json, "rms_ulp_error", row.rms_ulp_error);
  add_number(json, "mean_ulp_error", row.mean_ulp_error);
  if (!row.bound.empty()) json["bound"] = place("bounds", row.bound);
  if (!row.ulp_histogram.empty()) json["ulp_histogram"] = to_json(row.ulp_histogram);
  if (!row.curves.empty()) json["curves"] = to_json(row.curves);
  if (row.worst) json["worst"] = to_json(*row.worst);
  if (row.shrunk) json["shrunk"] = to_json(*row.shrunk);
  add_text(json, "fingerprint", row.fingerprint);
  if (!row.claims.empty()) json["claims"] = place("claims", to_json(row.claims));
  if (!row.recipe.empty()) json["recipe"] = place("recipes", row.recipe);
  add_text(json, "seed", row.seed, defaults_.seed);
  json["message"] = row.message;
  if (row.reason) json["reason"] = to_json(*row.reason);
  if (row.expectation) json["expectation"] = to_json(*row.expectation);
  add_text(json, "replay", row.replay);
  if (!row.ran.empty()) json["ran"] = place("ran", to_json(row.ran));
  json["timing"] = {{"seconds", std::isfinite(row.seconds) ? row.seconds : 0.0}};
  return json;
}

}  // namespace ulpgate::report
