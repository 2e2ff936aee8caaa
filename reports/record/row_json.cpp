#include <cmath>

#include "reports/record/error.h"
#include "reports/record/fields.h"
#include "reports/record/row.h"
#include "reports/record/row_parts.h"

namespace ulpgate::report {
namespace {

void read_identity(const Fields& fields, RowIdentity& identity) {
  identity.id = fields.string("id");
  if (identity.id.empty()) fields.refuse("id", "is empty");
  identity.operation = fields.string("operation");
  identity.implementation = fields.string("implementation");
  identity.variant = fields.string("variant");
  identity.requirement = fields.string("requirement");
  identity.level = fields.enumerator("level", level_named);
  identity.formats = formats_from_json(fields.at("formats"), fields.where("formats"));
  identity.tier = fields.string("tier");
}

}  // namespace

Json to_json(const RowIdentity& identity) {
  return {{"id", identity.id},
          {"operation", identity.operation},
          {"implementation", identity.implementation},
          {"variant", identity.variant},
          {"requirement", identity.requirement},
          {"level", name(identity.level)},
          {"formats", to_json(identity.formats)},
          {"tier", identity.tier}};
}

Json to_json(const Row& row) {
  check(row);
  Json json = to_json(static_cast<const RowIdentity&>(row));
  json["verdict"] = name(row.verdict);
  json["judged"] = row.judged;
  json["failed"] = row.failed;
  json["coverage"] = name(row.coverage);
  json["max_error_over_bound"] = finite_or_null(row.max_error_over_bound);
  json["max_ulp_error"] = finite_or_null(row.max_ulp_error);
  json["rms_ulp_error"] = finite_or_null(row.rms_ulp_error);
  json["mean_ulp_error"] = finite_or_null(row.mean_ulp_error);
  json["bound"] = row.bound;
  json["ulp_histogram"] = to_json(row.ulp_histogram);
  json["curves"] = to_json(row.curves);
  json["worst"] = row.worst ? to_json(*row.worst) : Json();
  if (row.shrunk) json["shrunk"] = to_json(*row.shrunk);
  json["fingerprint"] = row.fingerprint;
  json["claims"] = to_json(row.claims);
  json["recipe"] = row.recipe;
  json["seed"] = row.seed;
  json["message"] = row.message;
  json["reason"] = row.reason ? to_json(*row.reason) : Json();
  json["expectation"] = row.expectation ? to_json(*row.expectation) : Json();
  json["replay"] = row.replay;
  json["ran"] = to_json(row.ran);
  json["timing"] = {{"seconds", std::isfinite(row.seconds) ? row.seconds : 0.0}};
  return json;
}

RowIdentity identity_from_json(const Json& json) {
  const Fields fields(
      json, "plan row",
      {"id", "operation", "implementation", "variant", "requirement", "level", "formats", "tier"});
  RowIdentity identity;
  read_identity(fields, identity);
  return identity;
}

Row row_from_json(const Json& json) {
  const Fields fields(json, "row", {"type",           "id",
                                    "operation",      "implementation",
                                    "variant",        "requirement",
                                    "level",          "formats",
                                    "tier",           "verdict",
                                    "judged",         "failed",
                                    "coverage",       "max_error_over_bound",
                                    "max_ulp_error",  "rms_ulp_error",
                                    "mean_ulp_error", "bound",
                                    "ulp_histogram",  "curves",
                                    "worst",          "fingerprint",
                                    "claims",         "recipe",
                                    "seed",           "message",
                                    "reason",         "expectation",
                                    "replay",         "ran",
                                    "timing",         "shrunk"});
  Row row;
  read_identity(fields, row);
  row.verdict = fields.enumerator("verdict", verdict_named);
  row.judged = fields.u64("judged");
  row.failed = fields.u64("failed");
  row.coverage = fields.enumerator("coverage", coverage_named);
  row.max_error_over_bound = fields.number_or_null("max_error_over_bound");
  row.max_ulp_error = fields.number_or_null("max_ulp_error");
  row.rms_ulp_error = fields.number_or_null("rms_ulp_error");
  row.mean_ulp_error = fields.number_or_null("mean_ulp_error");
  row.bound = fields.string("bound");
  row.ulp_histogram = histogram_from_json(fields.array("ulp_histogram"));
  row.curves = curves_from_json(fields.array("curves"));
  if (!fields.is_null("worst")) row.worst = worst_from_json(fields.at("worst"), "row.worst");
  if (fields.has("shrunk")) row.shrunk = worst_from_json(fields.at("shrunk"), "row.shrunk");
  row.fingerprint = fields.string("fingerprint");
  row.claims = fields.strings("claims");
  row.recipe = fields.string("recipe");
  row.seed = fields.string("seed");
  row.message = fields.string("message");
  if (!fields.is_null("reason")) row.reason = reason_from_json(fields.at("reason"));
  if (!fields.is_null("expectation")) row.expectation = expectation_from_json(fields.at("expectation"));
  row.replay = fields.string("replay");
  row.ran = fields.strings("ran");
  row.seconds = Fields(fields.at("timing"), "row.timing", {"seconds"}).number("seconds");
  check(row);
  return row;
}

}  // namespace ulpgate::report
