#include "suites/mma/case_json.h"

#include "reference/formats/text.h"
#include "reports/record/error.h"
#include "suites/mma/vectors.h"

namespace ulpgate::mma {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& problem) { throw report::InputError("case: " + problem); }

std::int64_t number(const Json& json, const char* key, std::int64_t high) {
  if (!json.contains(key)) refuse(std::string("'") + key + "' is missing");
  const Json& value = json[key];
  if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > high)
    refuse(std::string("'") + key + "' is not a whole number from 0 to " + std::to_string(high));
  return value.get<std::int64_t>();
}

std::string text(const Json& json, const char* key) {
  if (!json.contains(key) || !json[key].is_string())
    refuse(std::string("'") + key + "' is missing or no text");
  return json[key].get<std::string>();
}

std::uint64_t seed(const Json& json) {
  if (!json.contains("seed") || !json["seed"].is_number_unsigned()) refuse("'seed' is missing or no number");
  return json["seed"].get<std::uint64_t>();
}

Planted planted(const Json& json, const MmaOffer& offer) {
  if (!json.is_object()) refuse("'planted' is not a list of objects");
  Planted p;
  const std::string of = text(json, "matrix");
  const auto matrix = matrix_named(of);
  if (!matrix || (offer.scale == nullptr && (*matrix == Matrix::a_scale || *matrix == Matrix::b_scale)))
    refuse("a 'matrix' is '" + of + "', which the offer does not have");
  p.matrix = *matrix;
  const Extent extent = extent_of(offer, p.matrix);
  p.row = static_cast<int>(number(json, "row", extent.rows - 1));
  p.column = static_cast<int>(number(json, "column", extent.columns - 1));
  const Format& f = format_of(offer, p.matrix);
  const auto code = parse_hex_code(f, text(json, "code"));
  if (!code) refuse("a 'code' is no code of " + std::string(f.name));
  p.code = *code;
  return p;
}

}  // namespace

Json to_json(const MmaCase& c, const MmaOffer& offer) {
  Json json;
  json["shape"] = to_text(offer.shape);
  json["family"] = name(c.family);
  json["seed"] = c.seed;
  json["instructions"] = c.instructions;
  json["lead"] = c.lead;
  if (c.family == Family::vector) json["line"] = c.line;
  Json& all = json["planted"] = Json::array();
  for (const Planted& p : c.planted) {
    Json one;
    one["matrix"] = name(p.matrix);
    one["row"] = p.row;
    one["column"] = p.column;
    one["code"] = to_hex(format_of(offer, p.matrix), p.code);
    all.push_back(std::move(one));
  }
  return json;
}

MmaCase case_from_json(const Json& json, const MmaOffer& offer) {
  if (!json.is_object()) refuse("it is no object");
  if (text(json, "shape") != to_text(offer.shape))
    refuse("'shape' is not " + to_text(offer.shape) + ", as the offer says");
  const std::string family = text(json, "family");
  const auto known = family_named(family);
  if (!known) refuse("'family' is '" + family + "', which is none");
  MmaCase c{.family = *known, .seed = seed(json)};
  // Bounded, so that a file cannot ask for more time than a test ever takes.
  c.instructions = static_cast<int>(number(json, "instructions", 1 << 20));
  if (c.instructions < 1) refuse("'instructions' is 0");
  if (c.instructions > 1 && offer.c->name != offer.d->name)
    refuse("'instructions' is more than 1, and C and D differ in format");
  c.lead = static_cast<std::size_t>(number(json, "lead", 4096));
  if (c.family == Family::vector) {
    c.line = text(json, "line");
    if (find_vector(c.line) == nullptr) refuse("'line' is '" + c.line + "', where no published input stands");
  }
  if (!json.contains("planted") || !json["planted"].is_array()) refuse("'planted' is missing or not a list");
  if (json["planted"].size() > std::size_t{1} << 22) refuse("'planted' holds more than 2^22 elements");
  for (const Json& one : json["planted"]) c.planted.push_back(planted(one, offer));
  return c;
}

}  // namespace ulpgate::mma
