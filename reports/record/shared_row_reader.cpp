#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "reports/record/error.h"
#include "reports/record/fields.h"
#include "reports/record/row_parts.h"
#include "reports/record/shared_rows.h"

namespace ulpgate::report {
namespace {

/// One key of a row with its value.
struct Member {
  const SharedTexts& shared;
  Row& row;
  const std::string& key;
  const Json& value;

  [[noreturn]] void refuse(const std::string& why) const { throw InputError("row." + key + " " + why); }

  void text(std::string& to) const {
    if (!value.is_string()) refuse("is not a string");
    to = value.get_ref<const std::string&>();
  }
  void count(std::uint64_t& to) const {
    const bool whole =
        value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
    if (!whole) refuse("is not a whole number from 0 to 2^64 - 1");
    to = value.get<std::uint64_t>();
  }
  void number(std::optional<double>& to) const {
    if (!value.is_number()) refuse("is not a number");
    to = value.get<double>();
  }
  template <typename Enum, typename Named>
  void enumerator(Enum& to, Named named) const {
    std::string name;
    text(name);
    const auto found = named(name);
    if (!found) refuse("is not one of the names that the schema lists");
    to = *found;
  }
  template <typename Value>
  void place(Value& to, const std::vector<Value>& list) const {
    std::uint64_t at = 0;
    count(at);
    if (at >= list.size()) refuse("names a place that shared does not have");
    to = list[at];
  }
  void curves() const {
    if (!value.is_array()) refuse("is not an array");
    row.curves = curves_from_json(value);
  }
  void histogram() const {
    if (!value.is_array()) refuse("is not an array");
    row.ulp_histogram = histogram_from_json(value);
  }
};

struct Key {
  bool required;
  void (*read)(const Member&);
};

const std::unordered_map<std::string, Key>& keys() {
  static const std::unordered_map<std::string, Key> all{
      {"id", {true, [](const Member& m) { m.text(m.row.id); }}},
      {"operation", {true, [](const Member& m) { m.text(m.row.operation); }}},
      {"implementation", {true, [](const Member& m) { m.text(m.row.implementation); }}},
      {"variant", {true, [](const Member& m) { m.text(m.row.variant); }}},
      {"requirement", {true, [](const Member& m) { m.text(m.row.requirement); }}},
      {"level", {false, [](const Member& m) { m.enumerator(m.row.level, level_named); }}},
      {"formats", {false, [](const Member& m) { m.place(m.row.formats, m.shared.formats); }}},
      {"tier", {false, [](const Member& m) { m.text(m.row.tier); }}},
      {"verdict", {true, [](const Member& m) { m.enumerator(m.row.verdict, verdict_named); }}},
      {"judged", {true, [](const Member& m) { m.count(m.row.judged); }}},
      {"failed", {true, [](const Member& m) { m.count(m.row.failed); }}},
      {"coverage", {true, [](const Member& m) { m.enumerator(m.row.coverage, coverage_named); }}},
      {"max_error_over_bound", {false, [](const Member& m) { m.number(m.row.max_error_over_bound); }}},
      {"max_ulp_error", {false, [](const Member& m) { m.number(m.row.max_ulp_error); }}},
      {"rms_ulp_error", {false, [](const Member& m) { m.number(m.row.rms_ulp_error); }}},
      {"mean_ulp_error", {false, [](const Member& m) { m.number(m.row.mean_ulp_error); }}},
      {"bound", {false, [](const Member& m) { m.place(m.row.bound, m.shared.bounds); }}},
      {"ulp_histogram", {false, [](const Member& m) { m.histogram(); }}},
      {"curves", {false, [](const Member& m) { m.curves(); }}},
      {"worst", {false, [](const Member& m) { m.row.worst = worst_from_json(m.value, "row.worst"); }}},
      {"shrunk", {false, [](const Member& m) { m.row.shrunk = worst_from_json(m.value, "row.shrunk"); }}},
      {"fingerprint", {false, [](const Member& m) { m.text(m.row.fingerprint); }}},
      {"claims", {false, [](const Member& m) { m.place(m.row.claims, m.shared.claims); }}},
      {"recipe", {false, [](const Member& m) { m.place(m.row.recipe, m.shared.recipes); }}},
      {"seed", {false, [](const Member& m) { m.text(m.row.seed); }}},
      {"message", {true, [](const Member& m) { m.text(m.row.message); }}},
      {"reason", {false, [](const Member& m) { m.row.reason = reason_from_json(m.value); }}},
      {"expectation", {false, [](const Member& m) { m.row.expectation = expectation_from_json(m.value); }}},
      {"replay", {false, [](const Member& m) { m.text(m.row.replay); }}},
      {"ran", {false, [](const Member& m) { m.place(m.row.ran, m.shared.ran); }}},
      {"timing", {true, [](const Member& m) {
                    m.row.seconds = Fields(m.value, "row.timing", {"seconds"}).number("seconds");
                  }}}};
  return all;
}

/// What is missing, in the order of a row.
std::string missing(const Json& json) {
  for (const char* key : {"id", "operation", "implementation", "variant", "requirement", "verdict", "judged",
                          "failed", "coverage", "message", "timing"}) {
    if (!json.contains(key)) return key;
  }
  return {};
}

}  // namespace

SharedRowReader::SharedRowReader(const Json& shared, RowDefaults defaults) : defaults_(std::move(defaults)) {
  const Fields fields(shared, "shared", {"formats", "claims", "ran", "bounds", "recipes"});
  for (const Json& item : fields.array("formats"))
    shared_.formats.push_back(formats_from_json(item, "shared.formats"));
  for (const Json& item : fields.array("claims"))
    shared_.claims.push_back(strings_from_json(item, "shared.claims"));
  for (const Json& item : fields.array("ran")) shared_.ran.push_back(strings_from_json(item, "shared.ran"));
  shared_.bounds = fields.list_of_strings("bounds");
  shared_.recipes = fields.list_of_strings("recipes");
}

Row SharedRowReader::row(const Json& json) const {
  if (!json.is_object()) throw InputError("row is not an object");
  Row row;
  row.tier = defaults_.tier;
  row.seed = defaults_.seed;
  static const auto required_of_all =
      std::count_if(keys().begin(), keys().end(), [](const auto& key) { return key.second.required; });
  std::ptrdiff_t required = 0;
  for (const auto& item : json.items()) {
    const auto key = keys().find(item.key());
    if (key == keys().end()) throw InputError("row." + item.key() + " is unknown to this schema");
    key->second.read({shared_, row, item.key(), item.value()});
    required += key->second.required ? 1 : 0;
  }
  if (required != required_of_all) throw InputError("row." + missing(json) + " is missing");
  if (row.id.empty()) throw InputError("row.id is empty");
  if (const auto found = defaults_.requirements.find(row.requirement);
      found != defaults_.requirements.end() && !json.contains("level")) {
    row.level = found->second.level;
  }
  check(row);
  return row;
}

}  // namespace ulpgate::report
