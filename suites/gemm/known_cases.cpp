#include "suites/gemm/known_cases.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "reference/formats/decode.h"
#include "reports/record/error.h"
#include "suites/framework/embedded.h"
#include "suites/gemm/case_json.h"
#include "suites/gemm/cases.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

using Json = nlohmann::ordered_json;

/// One entry, read for one offer. nullopt where the formats do not hold its values.
class Entry {
 public:
  Entry(const Json& json, const GemmOffer& offer, std::string where)
      : json_(json), o_(offer), where_(std::move(where)) {}

  std::optional<GemmCase> read() {
    if (!json_.is_object() || !json_.contains("source") || !json_["source"].is_string())
      refuse("'source' is missing");
    if (json_.contains("inputs") && !meant_for()) return std::nullopt;
    GemmCase c = plain_case(o_, extent("m"), extent("n"), extent("k"), Family::codes, 0);
    c.batch = json_.contains("batch") ? extent("batch") : 1;
    c.alpha = scalar("alpha", 1);
    c.beta = scalar("beta", 0);
    c.a_codes = codes("a", *o_.a, c.batch * c.m * c.k);
    c.b_codes = codes("b", *o_.b, c.batch * c.k * c.n);
    c.c_codes = json_.contains("c")
                    ? codes("c", *o_.c, c.batch * c.m * c.n)
                    : std::vector<std::uint64_t>(static_cast<std::size_t>(c.batch * c.m * c.n), 0);
    c.alarming_c = json_.value("alarming_c", false);
    c.in_place = json_.value("in_place", false);
    if (json_.contains("planted")) plant(c);
    for (const auto& [key, layout] : {std::pair{"a_layout", &c.a}, std::pair{"b_layout", &c.b},
                                      std::pair{"c_layout", &c.c}, std::pair{"d_layout", &c.d}}) {
      if (json_.contains(key)) *layout = layout_from_json(json_[key], key);
    }
    if (!held_ || (c.in_place && o_.c != o_.d)) return std::nullopt;
    return c;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw report::InputError(where_ + ": " + what); }

  bool meant_for() const {
    for (const Json& f : json_["inputs"]) {
      if (f.is_string() && f.get<std::string>() == o_.a->name) return true;
    }
    return false;
  }

  std::int64_t extent(const char* key) const {
    if (!json_.contains(key) || !json_[key].is_number_unsigned() ||
        json_[key].get<std::uint64_t>() > 1U << 20)
      refuse(std::string("'") + key + "' is not a whole number up to 2^20");
    return json_[key].get<std::int64_t>();
  }

  double number(const Json& value) const {
    if (value.is_number()) return value.get<double>();
    if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (value == "Inf") return std::numeric_limits<double>::infinity();
    if (value == "-Inf") return -std::numeric_limits<double>::infinity();
    refuse("a value is no number, NaN, Inf or -Inf");
  }

  /// The nearest code; a value that is cut to less than its own 12 leading bits is not held.
  std::uint64_t code(const Format& f, double value) {
    if (std::isnan(value) || std::isinf(value)) {
      held_ = held_ && (std::isnan(value) ? f.has_nan() && f.nans == NanCodes::ieee : f.has_infinity);
      return infinity_magnitude(f) | (std::isnan(value) ? f.significand_mask() : 0) |
             (std::signbit(value) ? f.sign_mask() : 0);
    }
    const std::uint64_t nearest = nearest_code(f, value);
    const double got = f.kind == FormatKind::integer ? static_cast<double>(static_cast<std::int8_t>(nearest))
                                                     : to_double(f, nearest);
    if (std::fabs(got - value) > std::fabs(value) * 0x1p-8) held_ = false;
    return nearest;
  }

  std::uint64_t scalar(const char* key, double otherwise) {
    return nearest_code(*o_.alpha, json_.contains(key) ? number(json_[key]) : otherwise);
  }

  std::vector<std::uint64_t> codes(const char* key, const Format& f, std::int64_t count) {
    if (!json_.contains(key)) refuse(std::string("'") + key + "' is missing");
    const Json& values = json_[key];
    const auto wanted = static_cast<std::size_t>(count);
    if (values.is_object()) {
      std::vector<std::uint64_t> out;
      const auto modulus = values.at("mod").get<std::uint64_t>();
      if (modulus == 0) refuse(std::string("'mod' of '") + key + "' is 0");
      for (std::size_t i = 0; i < wanted; ++i)
        out.push_back(code(f, static_cast<double>(i % modulus) - values.value("minus", 0.0)));
      return out;
    }
    if (!values.is_array()) return std::vector<std::uint64_t>(wanted, code(f, number(values)));
    if (values.size() != wanted)
      refuse(std::string("'") + key + "' has " + std::to_string(values.size()) + " values, and the shape " +
             std::to_string(wanted));
    std::vector<std::uint64_t> out;
    for (const Json& v : values) out.push_back(code(f, number(v)));
    return out;
  }

  void plant(GemmCase& c) {
    for (const Json& p : json_["planted"]) {
      Planted planted;
      if (!p.is_object() || !p.contains("tensor") || !p.contains("row") || !p.contains("column") ||
          !p.contains("value"))
        refuse("a planted element needs tensor, row, column and value");
      planted.tensor = p["tensor"].get<std::string>().at(0);
      planted.row = p["row"].get<std::int64_t>();
      planted.column = p["column"].get<std::int64_t>();
      const Format& f = planted.tensor == 'a' ? *o_.a : planted.tensor == 'b' ? *o_.b : *o_.c;
      planted.code = code(f, number(p["value"]));
      c.planted.push_back(planted);
    }
  }

  const Json& json_;
  const GemmOffer& o_;
  std::string where_;
  bool held_ = true;
};

}  // namespace

std::vector<GemmCase> known_cases(const GemmOffer& offer, std::string_view text, const std::string& name) {
  Json list;
  try {
    list = Json::parse(text);
  } catch (const Json::exception& e) {
    throw report::InputError(name + ": not JSON: " + e.what());
  }
  std::vector<GemmCase> all;
  std::size_t number = 0;
  for (const Json& json : list) {
    const std::string where = name + ": entry " + std::to_string(number++);
    try {
      if (auto c = Entry(json, offer, where).read()) all.push_back(std::move(*c));
    } catch (const Json::exception& e) {
      throw report::InputError(where + ": " + e.what());
    }
  }
  return all;
}

std::vector<GemmCase> known_cases(const GemmOffer& offer) {
  // Scales and bias would change what the witnesses say.
  if (offer.a_scale != nullptr || offer.b_scale != nullptr || offer.bias != nullptr) return {};
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == "witnesses/gemm.json") return known_cases(offer, file.text, std::string(file.name));
  }
  return {};
}

}  // namespace ulpgate::gemm
