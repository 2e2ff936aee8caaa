#pragma once

#include <cstddef>
#include <functional>
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

/// Takes the elements of one array of the outermost object while the text is parsed, so that a large array
/// need not be held as JSON.
struct Elements {
  std::string_view key;  ///< of the array
  /// `parsed` is the outermost object as far as it goes. False leaves the element in its array.
  std::function<bool(const Json& parsed, const Json& element)> take;
};
Json parse_json(std::string_view text, const Elements& elements);

/// One line without a line break; bytes that are not UTF-8 become U+FFFD.
std::string compact(const Json& json);

/// A value that is not the same in two JSON objects; discarded on the side that does not have it.
struct JsonDifference {
  std::string path;  ///< "host.cpu"; empty where the two themselves differ
  Json left, right;
};

/// The first such value; nothing where they are equal. The order of keys is no difference.
std::optional<JsonDifference> first_difference(const Json& left, const Json& right);

}  // namespace ulpgate::report
