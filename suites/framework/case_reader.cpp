#include "suites/framework/case_reader.h"

#include "reference/formats/text.h"
#include "reports/record/error.h"

namespace ulpgate::case_reader {

void refuse(const std::string& what) { throw report::InputError("case: " + what); }

std::int64_t number(const Json& json, const std::string& key, std::int64_t low, std::int64_t high,
                    std::optional<std::int64_t> otherwise) {
  if (!json.contains(key)) {
    if (otherwise) return *otherwise;
    refuse("'" + key + "' is missing");
  }
  const Json& value = json[key];
  if (!value.is_number_integer() || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high)
    refuse("'" + key + "' is not a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return value.get<std::int64_t>();
}

bool flag(const Json& json, const std::string& key) {
  if (!json.contains(key)) return false;
  if (!json[key].is_boolean()) refuse("'" + key + "' is neither true nor false");
  return json[key].get<bool>();
}

std::uint64_t code(const Format& format, const Json& value, const std::string& what) {
  const auto parsed =
      value.is_string() ? parse_hex_code(format, value.get_ref<const std::string&>()) : std::nullopt;
  if (!parsed) refuse(what + " is not a code of " + std::string(format.name));
  return *parsed;
}

}  // namespace ulpgate::case_reader
