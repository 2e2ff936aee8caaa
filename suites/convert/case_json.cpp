#include "suites/convert/case_json.h"

#include <algorithm>
#include <functional>

#include "reference/formats/text.h"
#include "reports/record/error.h"

namespace ulpgate::convert {
namespace {

constexpr std::size_t most_inputs = 1U << 24;
constexpr std::int64_t largest_stride = 1 << 20;

std::int64_t number(const nlohmann::ordered_json& json, const char* key, std::int64_t low,
                    std::int64_t high) {
  if (!json.contains(key)) throw report::InputError(std::string("case: '") + key + "' is missing");
  const auto& value = json[key];
  if (!value.is_number_integer() || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high) {
    throw report::InputError(std::string("case: '") + key + "' is not a whole number from " +
                             std::to_string(low) + " to " + std::to_string(high));
  }
  return value.get<std::int64_t>();
}

/// The inverse of part_to_json().
ConvertCase case_of_part(const nlohmann::ordered_json& part, const Format& from, const Format& to) {
  if (!part.is_object()) throw report::InputError("case: 'sweep' is not an object");
  const auto tier = part.contains("tier") && part["tier"].is_string()
                        ? tier_named(part["tier"].get<std::string>())
                        : std::nullopt;
  if (!tier) throw report::InputError("case: 'sweep.tier' is missing or no tier");
  if (!part.contains("seed") || !part["seed"].is_number_unsigned())
    throw report::InputError("case: 'sweep.seed' is missing or no number");
  const Inputs inputs(from, to, *tier, part["seed"].get<std::uint64_t>());
  const auto first = static_cast<std::uint64_t>(number(
      part, "first", 0, static_cast<std::int64_t>(std::min<std::uint64_t>(inputs.size(), 1ULL << 62))));
  const auto count = static_cast<std::size_t>(
      number(part, "count", 0,
             static_cast<std::int64_t>(std::min<std::uint64_t>(inputs.size() - first, most_inputs))));
  return {.inputs = inputs.codes(first, count)};
}

}  // namespace

std::string frame_text(const ConvertCase& c, const Format& from) {
  return "{\"format\":\"" + std::string(from.name) + "\",\"inputs\":[],\"lead\":" + std::to_string(c.lead) +
         ",\"to_lead\":" + std::to_string(c.to_lead) + ",\"from_stride\":" + std::to_string(c.from_stride) +
         ",\"to_stride\":" + std::to_string(c.to_stride) + "}";
}

void set_inputs(nlohmann::ordered_json& json, std::span<const std::uint64_t> codes) {
  if (!json.contains("format") || !json["format"].is_string()) return;
  const Format* from = find_format(json["format"].get<std::string>());
  if (from == nullptr) return;
  auto& inputs = json["inputs"] = nlohmann::ordered_json::array();
  for (const std::uint64_t code : codes) inputs.push_back(to_hex(*from, code));
}

nlohmann::ordered_json part_to_json(const Inputs& inputs, std::uint64_t first, std::size_t count) {
  nlohmann::ordered_json json;
  json["sweep"] = {
      {"tier", name(inputs.tier())}, {"seed", inputs.seed()}, {"first", first}, {"count", count}};
  return json;
}

nlohmann::ordered_json to_json(const ConvertCase& c, const Format& from) {
  auto json = nlohmann::ordered_json::parse(frame_text(c, from));
  set_inputs(json, c.inputs);
  return json;
}

ConvertCase case_from_json(const nlohmann::ordered_json& json, const Format& from, const Format& to) {
  if (json.contains("sweep")) return case_of_part(json["sweep"], from, to);
  if (!json.contains("inputs") || !json["inputs"].is_array())
    throw report::InputError("case: 'inputs' is missing or not a list");
  if (json["inputs"].size() > most_inputs)
    throw report::InputError("case: 'inputs' holds more than 2^24 elements");
  if (!json.contains("format") || json["format"] != std::string(from.name)) {
    throw report::InputError("case: 'format' is not " + std::string(from.name) + ", as the row says");
  }
  ConvertCase c;
  for (const auto& text : json["inputs"]) {
    const auto code =
        text.is_string() ? parse_hex_code(from, text.get_ref<const std::string&>()) : std::nullopt;
    if (!code)
      throw report::InputError("case: input " + std::to_string(c.inputs.size()) + " is not a code of " +
                               std::string(from.name));
    c.inputs.push_back(*code);
  }
  c.lead = static_cast<std::size_t>(number(json, "lead", 0, 4096));
  // Not in older files, where it was the same.
  c.to_lead = json.contains("to_lead") ? static_cast<std::size_t>(number(json, "to_lead", 0, 4096)) : c.lead;
  c.from_stride = number(json, "from_stride", -largest_stride, largest_stride);
  c.to_stride = number(json, "to_stride", -largest_stride, largest_stride);
  if (c.to_stride == 0 && c.inputs.size() > 1)
    throw report::InputError("case: 'to_stride' is 0, so elements would share their place");
  if (c.from_stride == 0 &&
      std::adjacent_find(c.inputs.begin(), c.inputs.end(), std::not_equal_to<>()) != c.inputs.end()) {
    throw report::InputError("case: 'from_stride' is 0, and the inputs differ");
  }
  // Bounded, so that a file cannot ask for more memory than a test ever does.
  const auto widest = static_cast<std::size_t>(std::max(std::abs(c.from_stride), std::abs(c.to_stride)));
  if (c.inputs.size() * widest > (std::size_t{1} << 28))
    throw report::InputError("case: inputs and strides need too much memory");
  return c;
}

}  // namespace ulpgate::convert
