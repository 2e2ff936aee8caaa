#pragma once

#include <filesystem>
#include <vector>

#include "reports/site/column.h"

namespace ulpgate::report {

/// A file in the folder of each report, while the site is made: what PutAside gave.
inline constexpr const char* side_put_aside = ".side";

/// Writes what changed between neighbours in the history of each device, row by row: diff/OLD/NEW.html, and
/// beside it a .json with the counts. `folder` is the site's, whose reports are there already, with their
/// sides put aside, which are removed; `threads` comparisons are made at once. Throws InputError.
void write_differences(const std::vector<Column>& columns, const std::filesystem::path& folder,
                       unsigned threads);

}  // namespace ulpgate::report
