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

/// nlohmann's messages begin with "[json.exception.parse_error.101] "; people need what follows.
std::string plain(const char* what) {
  const std::string_view text = what;
  const std::size_t end = text.find("] ");
  return std::string(end == std::string_view::npos ? text : text.substr(end + 2));
}

/// Builds the value and enforces the limits while the parser runs. The library's own parser with a callback
/// looks through all earlier elements of an array at the end of each: too slow for many rows.
class Builder : public nlohmann::json_sax<Json> {
 public:
  /// `elements` may be null.
  explicit Builder(const Elements* elements) : elements_(elements) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { throw InputError("holds binary data"); }

  bool start_object(std::size_t) override {
    open(Json::object());
    if (objects_ == keys_.size()) keys_.emplace_back();
    keys_.at(objects_++).clear();
    return true;
  }
  bool end_object() override {
    --objects_;
    open_.pop_back();
    if (in_elements_ && open_.size() == 2) offer_last();
    return true;
  }
  bool start_array(std::size_t) override {
    const bool in_root = open_.size() == 1 && root_.is_object();
    if (in_root && elements_ != nullptr)
      in_elements_ = root_.get_ref<Json::object_t&>().back().first == elements_->key;
    open(Json::array());
    return true;
  }
  bool end_array() override {
    open_.pop_back();
    if (open_.size() == 1) in_elements_ = false;
    return true;
  }
  bool key(string_t& key) override {
    Keys& keys = keys_.at(objects_ - 1);
    if (!keys.insert(key)) throw InputError("key \"" + key.substr(0, 80) + "\" stands twice in one object");
    if (keys.size() > max_object_members)
      throw InputError("an object has more than " + std::to_string(max_object_members) + " keys");
    auto& members = open_.back()->get_ref<Json::object_t&>();
    members.emplace_back(std::move(key), Json());
    member_ = &members.back().second;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    throw InputError("not JSON: " + plain(error.what()));
  }

  Json take() && { return std::move(root_); }

 private:
  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *member_ = std::move(value);
    auto& elements = open_.back()->get_ref<Json::array_t&>();
    elements.push_back(std::move(value));
    return elements.back();
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  void open(Json value) {
    if (open_.size() >= max_json_depth)
      throw InputError("nests deeper than " + std::to_string(max_json_depth));
    open_.push_back(&place(std::move(value)));
  }

  void offer_last() {
    auto& array = open_.back()->get_ref<Json::array_t&>();
    if (elements_->take(root_, array.back())) array.pop_back();
  }

  const Elements* elements_;
  bool in_elements_ = false;
  Json root_;
  std::vector<Json*> open_;  ///< from the root inwards; what is open does not move
  Json* member_ = nullptr;   ///< of the innermost object: what its last key names
  std::vector<Keys> keys_;   ///< of open objects, then of closed ones, to be used again
  std::size_t objects_ = 0;  ///< that are open
};

}  // namespace

Json parse_json(std::string_view text) {
  Builder builder(nullptr);
  Json::sax_parse(text, &builder);
  return std::move(builder).take();
}

Json parse_json(std::string_view text, const Elements& elements) {
  Builder builder(&elements);
  Json::sax_parse(text, &builder);
  return std::move(builder).take();
}

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<JsonDifference> first_difference(const Json& left, const Json& right) {
  const Json missing(Json::value_t::discarded);
  if (!left.is_object() || !right.is_object())
    return left == right ? std::nullopt : std::optional(JsonDifference{"", left, right});
  for (const auto& item : left.items()) {
    const auto other = right.find(item.key());
    if (other == right.end()) return JsonDifference{item.key(), item.value(), missing};
    if (auto below = first_difference(item.value(), *other)) {
      below->path = below->path.empty() ? item.key() : item.key() + "." + below->path;
      return below;
    }
  }
  for (const auto& item : right.items()) {
    if (!left.contains(item.key())) return JsonDifference{item.key(), missing, item.value()};
  }
  return std::nullopt;
}

}  // namespace ulpgate::report
