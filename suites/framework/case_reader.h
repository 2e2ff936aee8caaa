#pragma once
// Reading cases from files that others may have written. Each throws InputError, with a sentence that names
// the key.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "reference/formats/format.h"

namespace ulpgate::case_reader {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& what);

/// A whole number from `low` to `high`; `otherwise` where the key is missing.
std::int64_t number(const Json& json, const std::string& key, std::int64_t low, std::int64_t high,
                    std::optional<std::int64_t> otherwise = std::nullopt);

/// false where the key is missing.
bool flag(const Json& json, const std::string& key);

/// A code in hexadecimal; `what` says in a message what it is.
std::uint64_t code(const Format& format, const Json& value, const std::string& what);

}  // namespace ulpgate::case_reader
