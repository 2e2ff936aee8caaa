#include "reports/record/fields.h"

#include <algorithm>
#include <cmath>

#include "reports/record/error.h"

namespace ulpgate::report {

Fields::Fields(const Json& json, std::string where, std::initializer_list<std::string_view> known)
    : json_(json), where_(std::move(where)) {
  if (!json.is_object()) throw InputError(where_ + " is not an object");
  for (const auto& item : json.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      refuse(item.key(), "is unknown to this schema");
  }
}

std::string Fields::where(std::string_view key) const { return where_ + "." + std::string(key); }

void Fields::refuse(std::string_view key, std::string_view why) const {
  throw InputError(where(key) + " " + std::string(why));
}

const Json& Fields::at(std::string_view key) const {
  const auto found = json_.find(std::string(key));
  if (found == json_.end()) refuse(key, "is missing");
  return *found;
}

const Json& Fields::object(std::string_view key) const {
  const Json& value = at(key);
  if (!value.is_object()) refuse(key, "is not an object");
  return value;
}

const Json& Fields::array(std::string_view key) const {
  const Json& value = at(key);
  if (!value.is_array()) refuse(key, "is not an array");
  return value;
}

bool Fields::boolean(std::string_view key) const {
  const Json& value = at(key);
  if (!value.is_boolean()) refuse(key, "is not true or false");
  return value.get<bool>();
}

std::string Fields::string(std::string_view key) const {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "is not a string");
  return value.get<std::string>();
}

std::uint64_t Fields::u64(std::string_view key) const {
  const Json& value = at(key);
  const bool whole =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!whole) refuse(key, "is not a whole number from 0 to 2^64 - 1");
  return value.get<std::uint64_t>();
}

double Fields::number(std::string_view key) const {
  const Json& value = at(key);
  if (!value.is_number()) refuse(key, "is not a number");
  return value.get<double>();
}

std::optional<double> Fields::number_or_null(std::string_view key) const {
  if (is_null(key)) return std::nullopt;
  return number(key);
}

StringMap Fields::strings(std::string_view key) const {
  StringMap map;
  for (const auto& item : object(key).items()) {
    if (!item.value().is_string()) throw InputError(where(key) + "." + item.key() + " is not a string");
    map[item.key()] = item.value().get<std::string>();
  }
  return map;
}

std::vector<std::string> Fields::list_of_strings(std::string_view key) const {
  std::vector<std::string> result;
  for (const Json& item : array(key)) {
    if (!item.is_string()) refuse(key, "holds something that is not a string");
    result.push_back(item.get<std::string>());
  }
  return result;
}

Json finite_or_null(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return *value;
}

}  // namespace ulpgate::report
