#pragma once
// Known deviations of named implementations: reported as waived, never hidden, and reported when they no
// longer occur.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate {

struct KnownDeviation {
  std::string id;
  std::string implementation;     ///< a name
  std::string version;            ///< glob on the implementation's version
  std::vector<std::string> rows;  ///< globs on row ids (* and ?)
  std::optional<std::int64_t>
      max_ulps;  ///< how far from right the worst element may be; beyond it nothing is waived
  std::string reason;
  std::string link;
};

/// A file: {"expectations": [{"id","implementation","version","rows","reason","link"} and, optionally,
/// "max_ulps"]}. Throws report::InputError naming `name`, the entry and the reason.
std::vector<KnownDeviation> parse_expectations(std::string_view text, const std::string& name);

/// Those of fixtures/expectations, as they were when this was built.
const std::vector<KnownDeviation>& built_in_expectations();

/// Turns a failing row that is expected into a waived one; marks a passing row that was expected to fail as
/// stale.
void apply_expectations(const std::vector<KnownDeviation>& known, std::string_view implementation_version,
                        report::Row& row);

/// Ids of those of an implementation and operation that match none of the rows: they excuse nothing, whatever
/// happens.
std::vector<std::string> unmatched_expectations(const std::vector<KnownDeviation>& known,
                                                const report::RowIdentity& of,
                                                std::string_view implementation_version,
                                                const std::vector<std::string>& row_ids);

/// `*` any run of characters, `?` any one.
bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace ulpgate
