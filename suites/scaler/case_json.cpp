#include "suites/scaler/case_json.h"

#include <bit>
#include <stdexcept>

#include "reference/formats/text.h"
#include "reports/record/error.h"
#include "suites/framework/text.h"

namespace ulpgate::scaler {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& what) { throw report::InputError("case: " + what); }

std::uint64_t code(const Json& json, const char* key, const Format& format) {
  const bool text = json.contains(key) && json[key].is_string();
  const auto parsed = text ? parse_hex_code(format, json[key].get_ref<const std::string&>()) : std::nullopt;
  if (!parsed) refuse(std::string("'") + key + "' is not a code of " + std::string(format.name));
  return *parsed;
}

std::int64_t number(const Json& json, const char* key, std::int64_t low, std::int64_t high) {
  if (!json.contains(key) || !json[key].is_number_integer() || json[key].get<std::int64_t>() < low ||
      json[key].get<std::int64_t>() > high)
    refuse(std::string("'") + key + "' is not a whole number from " + std::to_string(low) + " to " +
           std::to_string(high));
  return json[key].get<std::int64_t>();
}

constexpr std::int64_t most_interval = std::int64_t{1} << 40;

}  // namespace

Json to_json(const ScalerCase& c) {
  return {{"init_scale", to_hex(formats::fp32, std::bit_cast<std::uint32_t>(c.init_scale))},
          {"growth", to_hex(formats::fp64, std::bit_cast<std::uint64_t>(c.growth))},
          {"backoff", to_hex(formats::fp64, std::bit_cast<std::uint64_t>(c.backoff))},
          {"interval", c.interval},
          {"fused", c.fused},
          {"seed", std::to_string(c.seed)},
          {"lead", c.lead},
          {"script", script_text(c.script)}};
}

ScalerCase case_from_json(const Json& json) {
  if (!json.is_object()) refuse("it is no object");
  ScalerCase c;
  c.init_scale = std::bit_cast<float>(static_cast<std::uint32_t>(code(json, "init_scale", formats::fp32)));
  c.growth = std::bit_cast<double>(code(json, "growth", formats::fp64));
  c.backoff = std::bit_cast<double>(code(json, "backoff", formats::fp64));
  c.interval = number(json, "interval", -most_interval, most_interval);
  c.fused = static_cast<std::uint32_t>(number(json, "fused", 0, (1 << most_optimizers) - 1));
  c.lead = static_cast<std::size_t>(number(json, "lead", 0, 4096));
  if (!json.contains("seed") || !json["seed"].is_string()) refuse("'seed' is no text");
  try {
    c.seed = std::stoull(json["seed"].get<std::string>());
  } catch (const std::exception&) {
    refuse("'seed' is no number");
  }
  if (!json.contains("script") || !json["script"].is_string()) refuse("'script' is no text");
  try {
    c.script = read_script(json["script"].get_ref<const std::string&>());
  } catch (const std::invalid_argument& e) {
    refuse("'script': " + excerpt(e.what()));
  }
  std::int64_t elements = 0;
  for (const ScalerCommand& command : c.script) {
    for (const DeviceGradients& g : command.gradients) elements += g.size;
  }
  if (elements > std::int64_t{1} << 24) refuse("the script needs more than a test ever does");
  return c;
}

}  // namespace ulpgate::scaler
