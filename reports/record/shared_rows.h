#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/record/header.h"

namespace ulpgate::report {

/// What the rows of one report have in common, and so do not repeat.
struct RowDefaults {
  const Requirements& requirements;
  std::string tier, seed;
};

/// Rows as a report holds them. Formats, claims, what ran, bounds and recipes stand once, in `shared`, and
/// rows name them by their place there; what is empty, null or the report's own (level, tier, seed) is left
/// out.
class SharedRows {
 public:
  explicit SharedRows(RowDefaults defaults) : defaults_(std::move(defaults)) {}

  /// Throws InputError as check(Row) does.
  Json row(const Row& row);

  /// {"formats":[...],"claims":[...],"ran":[...],"bounds":[...],"recipes":[...]}, of all rows so far.
  const Json& shared() const { return shared_; }

 private:
  std::size_t place(const char* list, const Json& value);

  RowDefaults defaults_;
  Json shared_ = {{"formats", Json::array()},
                  {"claims", Json::array()},
                  {"ran", Json::array()},
                  {"bounds", Json::array()},
                  {"recipes", Json::array()}};
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
};

/// What `shared` holds.
struct SharedTexts {
  std::vector<Formats> formats;
  std::vector<StringMap> claims, ran;
  std::vector<std::string> bounds, recipes;
};

/// The way back. Throws InputError naming the first key that is unknown, of the wrong kind or out of range.
class SharedRowReader {
 public:
  SharedRowReader(const Json& shared, RowDefaults defaults);
  Row row(const Json& json) const;

 private:
  RowDefaults defaults_;
  SharedTexts shared_;
};

}  // namespace ulpgate::report
