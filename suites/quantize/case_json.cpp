#include "suites/quantize/case_json.h"

#include <optional>

#include "reference/formats/text.h"
#include "reference/oracles/quantize/hadamard.h"
#include "suites/framework/case_reader.h"

namespace ulpgate::blocks {
namespace {

using namespace case_reader;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t most_elements = std::int64_t{1} << 24;

Layout layout_from(const Json& json) {
  if (!json.is_object()) refuse("'layout' is not an object");
  return {.pad = number(json, "pad", 0, 4096, 0),
          .step = number(json, "step", 1, 64, 1),
          .turned = number(json, "turned", 0, 1, 0) != 0,
          .reversed = static_cast<unsigned>(number(json, "reversed", 0, 3, 0)),
          .lead = number(json, "lead", 0, 4096, 0)};
}

std::size_t input_named(const BlocksOffer& o, const Json& name) {
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    if (name.is_string() && name.get_ref<const std::string&>() == o.operation->tensors[t].name) return t;
  }
  refuse("the offer has no such input");
}

void read_codes(const BlocksOffer& o, const Json& json, BlocksCase& c) {
  c.codes.resize(o.formats.size());
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    const std::string name(o.operation->tensors[t].name);
    const Shape s = shape_of(o, c, t);
    const auto count = static_cast<std::size_t>(s[0] * s[1]);
    if (!json.contains("codes") || !json["codes"].contains(name) || !json["codes"][name].is_array() ||
        json["codes"][name].size() != count)
      refuse("'codes' has no list of " + std::to_string(count) + " codes of '" + name + "'");
    for (const Json& value : json["codes"][name])
      c.codes[t].push_back(code(*o.formats[t], value, "an element of '" + name + "'"));
  }
}

}  // namespace

Json to_json(const BlocksOffer& o, const BlocksCase& c) {
  Json json = {
      {"rows", c.rows}, {"columns", c.columns}, {"family", name(c.family)}, {"seed", std::to_string(c.seed)}};
  if (c.length != 0) json["length"] = c.length;
  if (c.margin != 0) json["margin"] = c.margin;
  if (c.exponent != 0) json["exponent"] = c.exponent;
  if (!(c.layout == Layout{}))
    json["layout"] = {{"pad", c.layout.pad},
                      {"step", c.layout.step},
                      {"turned", c.layout.turned ? 1 : 0},
                      {"reversed", c.layout.reversed},
                      {"lead", c.layout.lead}};
  for (const Planted& p : c.planted) {
    if (o.formats[p.tensor] == nullptr) continue;
    json["planted"].push_back({{"tensor", o.operation->tensors[p.tensor].name},
                               {"row", p.row},
                               {"column", p.column},
                               {"code", to_hex(*o.formats[p.tensor], p.code)}});
  }
  if (c.family != Family::codes) return json;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    Json list = Json::array();
    for (const std::uint64_t value : c.codes[t]) list.push_back(to_hex(*o.formats[t], value));
    json["codes"][std::string(o.operation->tensors[t].name)] = std::move(list);
  }
  return json;
}

BlocksCase case_from_json(const BlocksOffer& o, const Json& json) {
  if (!json.is_object()) refuse("it is not an object");
  BlocksCase c;
  c.rows = number(json, "rows", 0, most_elements);
  c.columns = number(json, "columns", 0, most_elements);
  if (c.rows > 0 && c.columns > most_elements / c.rows) refuse("the shape needs more than a test ever does");
  c.length = number(json, "length", 0, 4096, 0);
  const bool history = o.is("delayed_scale_update");
  if (history && c.length == 0 && c.rows == 0) refuse("a history has a row");
  if (!history && c.length != 0) refuse("'length' is of a history");
  if (o.is("hadamard") && c.columns % quantize::hadamard_size != 0)
    refuse("'columns' is not a multiple of 16");
  c.margin = static_cast<int>(number(json, "margin", -127, 127, 0));
  c.exponent = static_cast<int>(number(json, "exponent", -300, 300, 0));
  if (!json.contains("family") || !json["family"].is_string() ||
      !parse_family(json["family"].get_ref<const std::string&>(), c.family))
    refuse("'family' is not the name of one");
  if (json.contains("seed")) {
    try {
      c.seed = std::stoull(json["seed"].get<std::string>());
    } catch (const std::exception&) {
      refuse("'seed' is not a whole number in quotes");
    }
  }
  if (json.contains("layout")) c.layout = layout_from(json["layout"]);
  if (json.contains("planted")) {
    if (!json["planted"].is_array()) refuse("'planted' is not a list");
    for (const Json& p : json["planted"]) {
      if (!p.is_object() || !p.contains("tensor") || !p.contains("code"))
        refuse("a planted element names no tensor or no code");
      Planted planted{.tensor = input_named(o, p["tensor"])};
      planted.row = number(p, "row", 0, most_elements, 0);
      planted.column = number(p, "column", 0, most_elements, 0);
      planted.code = code(*o.formats[planted.tensor], p["code"], "'code'");
      c.planted.push_back(planted);
    }
  }
  if (c.family == Family::codes) read_codes(o, json, c);
  return c;
}

}  // namespace ulpgate::blocks
