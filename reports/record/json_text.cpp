#include "reports/record/json_text.h"

#include <set>
#include <vector>

#include "reports/record/error.h"

namespace ulpgate::report {
namespace {

/// Enforces the limits while the parser runs, one set of keys for each open object.
class Guard {
 public:
  void operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= max_json_depth) throw InputError("nests deeper than " + std::to_string(max_json_depth));
      if (event == Event::object_start) keys_.emplace_back();
    } else if (event == Event::object_end) {
      keys_.pop_back();
    } else if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second)
        throw InputError("key \"" + key.substr(0, 80) + "\" stands twice in one object");
      if (keys_.back().size() > max_object_members) {
        throw InputError("an object has more than " + std::to_string(max_object_members) + " keys");
      }
    }
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

/// nlohmann's messages begin with "[json.exception.parse_error.101] "; people need what follows.
std::string plain(const char* what) {
  const std::string_view text = what;
  const std::size_t end = text.find("] ");
  return std::string(end == std::string_view::npos ? text : text.substr(end + 2));
}

}  // namespace

Json parse_json(std::string_view text) {
  Guard guard;
  try {
    return Json::parse(text, [&guard](int depth, Json::parse_event_t event, Json& parsed) {
      guard(depth, event, parsed);
      return true;
    });
  } catch (const Json::exception& error) {
    throw InputError("not JSON: " + plain(error.what()));
  }
}

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::string> first_difference(const Json& left, const Json& right) {
  if (!left.is_object() || !right.is_object())
    return left == right ? std::nullopt : std::optional<std::string>("");
  for (const auto& item : left.items()) {
    const auto other = right.find(item.key());
    if (other == right.end()) return item.key();
    if (const auto below = first_difference(item.value(), *other)) {
      return below->empty() ? item.key() : item.key() + "." + *below;
    }
  }
  for (const auto& item : right.items()) {
    if (!left.contains(item.key())) return item.key();
  }
  return std::nullopt;
}

}  // namespace ulpgate::report
