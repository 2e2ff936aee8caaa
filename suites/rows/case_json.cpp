#include "suites/rows/case_json.h"

#include <algorithm>

#include "reference/formats/text.h"
#include "suites/framework/case_reader.h"
#include "suites/framework/codes.h"

namespace ulpgate::rows {
namespace {

using namespace case_reader;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t most_elements = std::int64_t{1} << 24;
constexpr std::int64_t most_memory = std::int64_t{1} << 28;

Json layout_json(const Layout& l) {
  Json json = Json::object();
  if (l.order != 0) json["order"] = l.order;
  if (l.pad != 0) json["pad"] = l.pad;
  if (l.step != 1) json["step"] = l.step;
  if (l.reversed != 0) json["reversed"] = l.reversed;
  if (l.shared != 0) json["shared"] = l.shared;
  if (l.lead != 0) json["lead"] = l.lead;
  return json;
}

Layout layout_from(const Json& json, bool output) {
  if (!json.is_object()) refuse("a layout is not an object");
  Layout l;
  l.order = static_cast<int>(number(json, "order", 0, 5, 0));
  l.pad = number(json, "pad", 0, (std::int64_t{1} << 31) + 4096, 0);
  l.step = number(json, "step", 1, 4096, 1);
  l.reversed = static_cast<unsigned>(number(json, "reversed", 0, 7, 0));
  l.shared = static_cast<unsigned>(number(json, "shared", 0, output ? 0 : 7, 0));
  l.lead = number(json, "lead", 0, 4096, 0);
  return l;
}

/// The place of the tensor that a key names.
std::size_t tensor_named(const RowsOffer& o, const std::string& name) {
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.operation->tensors[t].name == name && o.formats[t] != nullptr) return t;
  }
  refuse("the offer has no tensor '" + name + "'");
}

std::vector<Planted> planted_from(const RowsOffer& o, const Json& list) {
  if (!list.is_array()) refuse("'planted' is not a list");
  std::vector<Planted> all;
  for (const Json& p : list) {
    if (!p.is_object() || !p.contains("tensor") || !p["tensor"].is_string() || !p.contains("code"))
      refuse("a planted element names no tensor or no code");
    Planted planted;
    planted.tensor = tensor_named(o, p["tensor"].get<std::string>());
    planted.outer = number(p, "outer", 0, most_elements, 0);
    planted.i = number(p, "i", 0, most_elements, 0);
    planted.inner = number(p, "inner", 0, most_elements, 0);
    planted.code = code(*o.formats[planted.tensor], p["code"], "'code'");
    all.push_back(planted);
  }
  return all;
}

void read_codes(const RowsOffer& o, const Json& json, RowsCase& c) {
  c.codes.resize(o.formats.size());
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || o.operation->tensors[t].output) continue;
    const std::string name(o.operation->tensors[t].name);
    const auto shape = shape_of(o, c, t);
    const auto count = static_cast<std::size_t>(shape[0] * shape[1] * shape[2]);
    if (!json.contains("codes") || !json["codes"].contains(name) || !json["codes"][name].is_array() ||
        json["codes"][name].size() != count)
      refuse("'codes' has no list of " + std::to_string(count) + " codes of '" + name + "'");
    for (const Json& value : json["codes"][name]) {
      c.codes[t].push_back(code(*o.formats[t], value, "an element of '" + name + "'"));
      if (name == "target" && !is_target(c, c.codes[t].back())) refuse("a target is no class");
    }
  }
}

void check_size(const RowsOffer& o, const RowsCase& c, bool sparse) {
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    const auto shape = shape_of(o, c, t);
    const double count =
        static_cast<double>(shape[0]) * static_cast<double>(shape[1]) * static_cast<double>(shape[2]);
    if (count > most_elements) refuse("the shape needs more than a test ever does");
    if (!sparse && plan_layout(shape, c.layouts[t]).extent > most_memory)
      refuse("shape and layout need too much memory");
  }
}

}  // namespace

Json to_json(const RowsOffer& o, const RowsCase& c) {
  Json json = {{"outer", c.outer}, {"n", c.n}, {"inner", c.inner}};
  if (c.d != 1) json["d"] = c.d;
  json["family"] = name(c.family);
  json["seed"] = std::to_string(c.seed);
  json["scale"] = to_hex(o.scale_format(), c.scale);
  json["eps"] = to_hex(o.eps_format(), c.eps);
  if (o.scale_y) json["scale_y"] = to_hex(formats::fp32, c.scale_y);
  for (std::size_t i = 0; i < o.operation->scalars.size(); ++i) {
    const RowScalar& s = o.operation->scalars[i];
    json["scalars"][std::string(s.name)] = to_hex(*s.format, c.scalars[i]);
  }
  if (c.smoothing != 0) json["smoothing"] = to_hex(formats::fp32, c.smoothing);
  if (c.causal != 0) json["causal"] = c.causal;
  if (c.ignore_index != -100) json["ignore_index"] = c.ignore_index;
  if (c.exponent != 0) json["exponent"] = c.exponent;
  if (c.period != 0) json["period"] = c.period;
  if (c.in_place) json["in_place"] = true;
  if (c.plain_parameters) json["plain_parameters"] = true;
  for (std::size_t t = 0; t < c.layouts.size(); ++t) {
    if (!(c.layouts[t] == Layout{}))
      json["layouts"][std::string(o.operation->tensors[t].name)] = layout_json(c.layouts[t]);
  }
  for (const Planted& p : c.planted) {
    json["planted"].push_back({{"tensor", o.operation->tensors[p.tensor].name},
                               {"outer", p.outer},
                               {"i", p.i},
                               {"inner", p.inner},
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

RowsCase case_from_json(const RowsOffer& o, const Json& json) {
  if (!json.is_object()) refuse("it is not an object");
  RowsCase c;
  c.outer = number(json, "outer", 0, most_elements);
  c.n = number(json, "n", 0, most_elements);
  c.inner = number(json, "inner", 0, most_elements, 1);
  c.d = number(json, "d", 0, most_elements, 1);
  c.layouts.resize(o.formats.size());
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
  const auto scalar = [&](const char* key, const Format& f, double otherwise) {
    return json.contains(key) ? code(f, json[key], std::string("'") + key + "'") : nearest_code(f, otherwise);
  };
  c.scale = scalar("scale", o.scale_format(), 1);
  c.eps = scalar("eps", o.eps_format(), 1e-5);
  c.smoothing = scalar("smoothing", formats::fp32, 0);
  for (const RowScalar& s : o.operation->scalars) {
    const std::string name(s.name);
    const bool there =
        json.contains("scalars") && json["scalars"].is_object() && json["scalars"].contains(name);
    if (!there) refuse("'scalars' has no '" + name + "'");
    c.scalars.push_back(code(*s.format, json["scalars"][name], "'" + name + "'"));
  }
  const bool fits = groups_of(o, c) >= 1 && c.n % std::max<std::int64_t>(groups_of(o, c), 1) == 0;
  if (!fits) refuse("'groups' does not divide 'n'");
  if (o.scale_y) c.scale_y = scalar("scale_y", formats::fp32, 1);
  c.causal = static_cast<std::int32_t>(number(json, "causal", o.causal ? 1 : 0, 1 << 30, 0));
  c.ignore_index = number(json, "ignore_index", -(std::int64_t{1} << 40), std::int64_t{1} << 40, -100);
  c.exponent = static_cast<int>(number(json, "exponent", -2048, 2048, 0));
  c.period = number(json, "period", 0, 1 << 20, 0);
  if (c.period > 0 && c.family == Family::codes) refuse("'period' and explicit codes exclude each other");
  c.in_place = flag(json, "in_place");
  if (c.in_place && o.formats[0] != &o.output()) refuse("'in_place' needs x and y of one format");
  c.plain_parameters = flag(json, "plain_parameters");
  bool sparse = false;
  if (json.contains("layouts")) {
    if (!json["layouts"].is_object()) refuse("'layouts' is not an object");
    for (const auto& [name, layout] : json["layouts"].items()) {
      const std::size_t t = tensor_named(o, name);
      c.layouts[t] = layout_from(layout, o.operation->tensors[t].output);
      sparse = sparse || c.layouts[t].pad > most_memory;
    }
  }
  check_size(o, c, sparse);
  if (json.contains("planted")) c.planted = planted_from(o, json["planted"]);
  if (c.family == Family::codes) read_codes(o, json, c);
  return c;
}

}  // namespace ulpgate::rows
