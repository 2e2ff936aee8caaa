#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate::report {

/// Strict reading of a JSON object: every getter throws InputError naming the key that is missing or of the
/// wrong kind. Holds a reference: the JSON must outlive it.
class Fields {
 public:
  /// `where` begins each message: "row", "worst.input". Throws where `json` is no object, or has a key not in
  /// `known`.
  Fields(const Json& json, std::string where, std::initializer_list<std::string_view> known);

  bool has(std::string_view key) const { return json_.contains(std::string(key)); }
  const Json& at(std::string_view key) const;
  const Json& object(std::string_view key) const;
  const Json& array(std::string_view key) const;
  bool is_null(std::string_view key) const { return at(key).is_null(); }
  bool boolean(std::string_view key) const;
  std::string string(std::string_view key) const;
  std::uint64_t u64(std::string_view key) const;
  double number(std::string_view key) const;
  std::optional<double> number_or_null(std::string_view key) const;
  StringMap strings(std::string_view key) const;
  std::vector<std::string> list_of_strings(std::string_view key) const;

  /// The enumerator that `named` (verdict_named, ...) finds for the string.
  template <typename Named>
  auto enumerator(std::string_view key, Named named) const {
    const auto value = named(string(key));
    if (!value) refuse(key, "is not one of the names that the schema lists");
    return *value;
  }

  [[noreturn]] void refuse(std::string_view key, std::string_view why) const;
  std::string where(std::string_view key) const;

 private:
  const Json& json_;
  std::string where_;
};

/// null for nothing, NaN and infinities.
Json finite_or_null(std::optional<double> value);

}  // namespace ulpgate::report
