#include "reports/record/json_text.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <vector>

#include "reports/record/error.h"

namespace ulpgate::report {
namespace {

/// The keys of one open object, as hashes: two keys share one by chance once in 2^64.
class Keys {
 public:
  void clear() {
    few_.clear();
    many_.clear();
  }
  std::size_t size() const { return few_.size() + many_.size(); }

  /// Whether the key is new.
  bool insert(const std::string& key) {
    const std::size_t hash = std::hash<std::string>()(key);
    if (std::find(few_.begin(), few_.end(), hash) != few_.end()) return false;
    // Objects of rows are small, and a short list is searched faster than a set.
    constexpr std::size_t small = 48;
    if (few_.size() == small) return many_.insert(hash).second;
    few_.push_back(hash);
    return true;
  }

 private:
  std::vector<std::size_t> few_;
  std::unordered_set<std::size_t> many_;
};

/// Enforces the limits while the parser runs.
class Guard {
 public:
  void operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= max_json_depth) throw InputError("nests deeper than " + std::to_string(max_json_depth));
      if (event == Event::object_start) open();
    } else if (event == Event::object_end) {
      --open_;
    } else if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      Keys& keys = keys_.at(open_ - 1);
      if (!keys.insert(key)) throw InputError("key \"" + key.substr(0, 80) + "\" stands twice in one object");
      if (keys.size() > max_object_members)
        throw InputError("an object has more than " + std::to_string(max_object_members) + " keys");
    }
  }

 private:
  void open() {
    if (open_ == keys_.size()) keys_.emplace_back();
    keys_.at(open_++).clear();
  }

  std::vector<Keys> keys_;  ///< of open objects, then of closed ones, to be used again
  std::size_t open_ = 0;
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
