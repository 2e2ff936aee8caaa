#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "reports/record/row.h"

namespace ulpgate::report {

/// Limits that hostile or damaged input meets before it costs much.
inline constexpr std::size_t max_line_bytes = std::size_t{64} << 20;
inline constexpr int max_json_depth = 32;
inline constexpr std::size_t max_object_members = 4096;

/// One JSON value. Throws InputError with a short reason where the text is no JSON, nests deeper or holds
/// larger objects than the limits, or names a key twice.
Json parse_json(std::string_view text);

/// One line without a line break; bytes that are not UTF-8 become U+FFFD.
std::string compact(const Json& json);

/// The path of the first value in which two JSON objects differ ("host.cpu"); nothing where they are equal.
/// The order of keys is no difference.
std::optional<std::string> first_difference(const Json& left, const Json& right);

}  // namespace ulpgate::report
