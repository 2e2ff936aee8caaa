#include "suites/gemm/case_json.h"

#include <limits>

#include "reference/formats/text.h"
#include "suites/framework/case_reader.h"

namespace ulpgate::gemm {
namespace {

using namespace case_reader;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t most_elements = std::int64_t{1} << 26;

std::uint64_t code_at(const Json& json, const char* key, const Format& f) {
  if (!json.contains(key)) refuse(std::string("'") + key + "' is missing");
  return code(f, json[key], std::string("'") + key + "'");
}

Json layout_json(const Layout& l) {
  Json json = Json::object();
  if (l.transposed) json["transposed"] = true;
  if (l.pad != 0) json["pad"] = l.pad;
  if (l.batch_pad != 0) json["batch_pad"] = l.batch_pad;
  if (l.inner != 1) json["inner"] = l.inner;
  if (l.reversed) json["reversed"] = true;
  if (l.batching == Batching::interleaved) json["batching"] = "interleaved";
  if (l.batching == Batching::shared) json["batching"] = "shared";
  if (l.lead != 0) json["lead"] = l.lead;
  return json;
}

std::vector<std::uint64_t> codes_from(const Json& json, const char* key, const Format& f,
                                      std::int64_t count) {
  if (!json.contains(key) || !json[key].is_array() || json[key].size() != static_cast<std::size_t>(count))
    refuse(std::string("'") + key + "' is not a list of " + std::to_string(count) + " codes");
  std::vector<std::uint64_t> out;
  for (const Json& value : json[key])
    out.push_back(code(f, value, std::string("an element of '") + key + "'"));
  return out;
}

const Format& format_of(const GemmOffer& o, char tensor) {
  return tensor == 'a' ? *o.a : tensor == 'b' ? *o.b : *o.c;
}

}  // namespace

Layout layout_from_json(const Json& json, const std::string& key) {
  if (!json.is_object()) refuse("'" + key + "' is not an object");
  constexpr std::int64_t most = (std::int64_t{1} << 31) + 4096;
  Layout l;
  l.transposed = flag(json, "transposed");
  l.pad = number(json, "pad", 0, most, 0);
  l.batch_pad = number(json, "batch_pad", 0, most, 0);
  l.inner = number(json, "inner", 0, 4096, 1);
  l.reversed = flag(json, "reversed");
  l.lead = number(json, "lead", 0, 4096, 0);
  if (json.contains("batching")) {
    if (json["batching"] == "interleaved") {
      l.batching = Batching::interleaved;
    } else if (json["batching"] == "shared") {
      l.batching = Batching::shared;
    } else {
      refuse("'batching' of '" + key + "' is neither interleaved nor shared");
    }
  }
  return l;
}

std::string json_text(const GemmOffer& o, const GemmCase& c) {
  std::string text = "{";
  text.reserve(200);
  const auto key = [&](std::string_view name) -> std::string& {
    text += text.size() == 1 ? "\"" : ",\"";
    return (text += name) += "\":";
  };
  const auto put = [&](std::string_view name, std::int64_t value) { key(name) += std::to_string(value); };
  const auto quote = [&](std::string_view name, std::string_view value) {
    ((key(name) += '"') += value) += '"';
  };
  put("batch", c.batch);
  put("m", c.m);
  put("n", c.n);
  put("k", c.k);
  quote("alpha", to_hex(*o.alpha, c.alpha));
  quote("beta", to_hex(*o.alpha, c.beta));
  quote("family", name(c.family));
  quote("seed", std::to_string(c.seed));
  if (c.period != 0) put("period", c.period);
  if (c.scale != 0) put("scale", c.scale);
  if (c.self) key("self") += "true";
  if (c.in_place) key("in_place") += "true";
  if (c.alarming_c) key("alarming_c") += "true";
  for (const auto& [name, layout] : {std::pair{"a_layout", &c.a}, std::pair{"b_layout", &c.b},
                                     std::pair{"c_layout", &c.c}, std::pair{"d_layout", &c.d}}) {
    if (*layout != Layout{}) key(name) += layout_json(*layout).dump();
  }
  if (!c.planted.empty()) {
    Json list = Json::array();
    for (const Planted& p : c.planted) {
      list.push_back({{"tensor", std::string(1, p.tensor)},
                      {"batch", p.batch},
                      {"row", p.row},
                      {"column", p.column},
                      {"code", to_hex(format_of(o, p.tensor), p.code)}});
    }
    key("planted") += list.dump();
  }
  if (c.family == Family::codes) {
    const auto codes = [&](std::string_view name, const Format& format,
                           const std::vector<std::uint64_t>& all) {
      key(name) += '[';
      for (const std::uint64_t code : all)
        ((text += text.back() == '[' ? "\"" : ",\"") += to_hex(format, code)) += '"';
      text += ']';
    };
    codes("a", *o.a, c.a_codes);
    codes("b", *o.b, c.b_codes);
    codes("c", *o.c, c.c_codes);
  }
  return text + "}";
}

Json to_json(const GemmOffer& o, const GemmCase& c) { return Json::parse(json_text(o, c)); }

GemmCase case_from_json(const GemmOffer& o, const Json& json) {
  if (!json.is_object()) refuse("it is not an object");
  GemmCase c;
  c.batch = number(json, "batch", 0, 1 << 22);
  c.m = number(json, "m", 0, 1 << 24);
  c.n = number(json, "n", 0, 1 << 24);
  c.k = number(json, "k", 0, 1 << 24);
  const auto volume = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<double>(x) * static_cast<double>(y) *
           static_cast<double>(std::max<std::int64_t>(z, 1));
  };
  if (volume(c.batch, c.m, c.k) > most_elements || volume(c.batch, c.k, c.n) > most_elements ||
      volume(c.batch, c.m, c.n) > most_elements ||
      volume(c.m, c.n, c.k) * static_cast<double>(c.batch) > 0x1p34)
    refuse("the shape needs more than a test ever does");
  c.alpha = code_at(json, "alpha", *o.alpha);
  c.beta = code_at(json, "beta", *o.alpha);
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
  c.scale = static_cast<int>(number(json, "scale", -2048, 2048, 0));
  c.period = number(json, "period", 0, 1 << 20, 0);
  if (c.period > 0 && c.family == Family::codes) refuse("'period' and explicit codes exclude each other");
  c.self = flag(json, "self");
  if (c.self && (c.n != c.m || o.a != o.b)) refuse("'self' needs n = m, and A and B of one format");
  c.in_place = flag(json, "in_place");
  c.alarming_c = flag(json, "alarming_c");
  if (c.in_place && o.c != o.d) refuse("'in_place' needs c and d of one format");
  for (const auto& [key, layout] : {std::pair{"a_layout", &c.a}, std::pair{"b_layout", &c.b},
                                    std::pair{"c_layout", &c.c}, std::pair{"d_layout", &c.d}}) {
    if (json.contains(key)) *layout = layout_from_json(json[key], key);
  }
  if (c.d.inner == 0 || c.d.batching == Batching::shared)
    refuse("'d_layout' puts several elements into one place");
  if (json.contains("planted")) {
    if (!json["planted"].is_array()) refuse("'planted' is not a list");
    for (const Json& p : json["planted"]) {
      Planted planted;
      const std::string tensor = p.is_object() && p.contains("tensor") && p["tensor"].is_string()
                                     ? p["tensor"].get<std::string>()
                                     : std::string();
      if (tensor != "a" && tensor != "b" && tensor != "c")
        refuse("a planted element names no tensor a, b or c");
      planted.tensor = tensor[0];
      planted.batch = number(p, "batch", 0, 1 << 22, 0);
      planted.row = number(p, "row", 0, 1 << 24);
      planted.column = number(p, "column", 0, 1 << 24);
      planted.code = code_at(p, "code", format_of(o, planted.tensor));
      c.planted.push_back(planted);
    }
  }
  if (c.family == Family::codes) {
    c.a_codes = codes_from(json, "a", *o.a, c.batch * c.m * c.k);
    c.b_codes = codes_from(json, "b", *o.b, c.batch * c.k * c.n);
    c.c_codes = codes_from(json, "c", *o.c, c.batch * c.m * c.n);
  }
  return c;
}

}  // namespace ulpgate::gemm
