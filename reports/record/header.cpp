#include "reports/record/header.h"

#include <charconv>

#include "reports/record/error.h"
#include "reports/record/fields.h"

namespace ulpgate::report {

std::string seed_text(std::uint64_t seed) { return std::to_string(seed); }

std::uint64_t seed_from_text(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, seed);
  if (result.ec != std::errc() || result.ptr != end)
    throw InputError("seed \"" + text + "\" is not a decimal u64");
  return seed;
}

void check_schema_version(const Json& json, std::uint64_t known) {
  if (!json.is_number_integer() || json != known) {
    throw InputError("schema_version is " +
                     json.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40) +
                     ", and this build reads version " + std::to_string(known));
  }
}

Json to_json(const Suite& suite) {
  return {{"name", suite.name}, {"version", suite.version}, {"commit", suite.commit}, {"clean", suite.clean}};
}

Json to_json(const Requirements& requirements) {
  Json json = Json::object();
  for (const auto& [id, text] : requirements) {
    json[id] = {{"level", name(text.level)},
                {"statement", text.statement},
                {"rationale", text.rationale},
                {"source", text.source}};
  }
  return json;
}

Json to_json(const FormatTable& formats) {
  Json json = Json::object();
  for (const auto& [name, facts] : formats) {
    json[name] = {{"bits", facts.bits},
                  {"precision", facts.precision},
                  {"smallest", facts.smallest},
                  {"smallest_normal", facts.smallest_normal},
                  {"largest", facts.largest}};
  }
  return json;
}

std::string name(const Shard& shard) {
  return "shard " + std::to_string(shard.index) + " of " + std::to_string(shard.count);
}

Json to_json(const Shard& shard) {
  return {{"index", shard.index}, {"count", shard.count}, {"asked", shard.asked}};
}

Json to_json(const Header& header) {
  Json json = {{"type", "header"},
               {"schema_version", schema_version},
               {"suite", to_json(header.suite)},
               {"operation", header.operation},
               {"implementation",
                {{"name", header.implementation.name},
                 {"version", header.implementation.version},
                 {"description", header.implementation.description}}},
               {"tier", header.tier},
               {"seed", seed_text(header.seed)},
               {"requirements", to_json(header.requirements)},
               {"formats", to_json(header.formats)}};
  if (header.shard) json["shard"] = to_json(*header.shard);
  if (!header.unmatched_expectations.empty()) json["unmatched_expectations"] = header.unmatched_expectations;
  return json;
}

Suite suite_from_json(const Json& json) {
  const Fields fields(json, "suite", {"name", "version", "commit", "clean"});
  return {fields.string("name"), fields.string("version"), fields.string("commit"), fields.boolean("clean")};
}

Requirements requirements_from_json(const Json& json) {
  if (!json.is_object()) throw InputError("requirements is not an object");
  Requirements requirements;
  for (const auto& item : json.items()) {
    const Fields fields(item.value(), "requirements." + item.key(),
                        {"level", "statement", "rationale", "source"});
    requirements[item.key()] = {fields.enumerator("level", level_named), fields.string("statement"),
                                fields.string("rationale"), fields.string("source")};
  }
  return requirements;
}

FormatTable formats_table_from_json(const Json& json) {
  if (!json.is_object()) throw InputError("formats is not an object");
  FormatTable formats;
  for (const auto& item : json.items()) {
    const Fields fields(item.value(), "formats." + item.key(),
                        {"bits", "precision", "smallest", "smallest_normal", "largest"});
    const FormatFacts facts{fields.u64("bits"), fields.u64("precision"), fields.number("smallest"),
                            fields.number("smallest_normal"), fields.number("largest")};
    const bool ordered = facts.smallest > 0 && facts.smallest <= facts.smallest_normal &&
                         facts.smallest_normal <= facts.largest;
    if (!ordered) throw InputError("formats." + item.key() + " has a range that is none");
    formats[item.key()] = facts;
  }
  return formats;
}

Shard shard_from_json(const Json& json) {
  const Fields fields(json, "shard", {"index", "count", "asked"});
  Shard shard{fields.u64("index"), fields.u64("count"), fields.string("asked")};
  if (shard.index == 0 || shard.index > shard.count) fields.refuse("index", "is not one of 1 to shard.count");
  return shard;
}

Header header_from_json(const Json& json) {
  // The version first: a later schema may have other keys.
  if (json.is_object() && json.contains("schema_version")) check_schema_version(json["schema_version"]);
  const Fields fields(json, "header",
                      {"type", "schema_version", "suite", "operation", "implementation", "tier", "seed",
                       "requirements", "formats", "shard", "unmatched_expectations"});
  fields.at("schema_version");
  Header header;
  header.suite = suite_from_json(fields.at("suite"));
  header.operation = fields.string("operation");
  const Fields implementation(fields.at("implementation"), "header.implementation",
                              {"name", "version", "description"});
  header.implementation = {implementation.string("name"), implementation.string("version"),
                           implementation.string("description")};
  header.tier = fields.string("tier");
  header.seed = seed_from_text(fields.string("seed"));
  header.requirements = requirements_from_json(fields.at("requirements"));
  header.formats = formats_table_from_json(fields.at("formats"));
  if (fields.has("shard")) header.shard = shard_from_json(fields.at("shard"));
  if (fields.has("unmatched_expectations"))
    header.unmatched_expectations = fields.list_of_strings("unmatched_expectations");
  return header;
}

}  // namespace ulpgate::report
