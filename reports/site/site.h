#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/site/column.h"

namespace ulpgate::report {

struct SiteResult {
  std::vector<Column> columns;       ///< what was published, newest first
  std::vector<std::string> refused;  ///< a sentence for each report that was not: "PATH: why"
};

/// Writes a site of static files into `folder`, which is made where it is not there: index.html (all columns,
/// the matrix, history, agreement with profiles), operation/NAME.html, requirement/ID.html, report/SLUG/
/// (index.html, report.json, badge.svg, rows.js, and where something was probed profile.html and what it is
/// made of), diff/OLD/NEW.html (what changed between two reports of one device, one after the other),
/// diff.html (the same of any two, which is made in the browser), and a .json beside each page. `threads`
/// read reports at once. Throws InputError where `folder` holds something that no site wrote, or cannot be
/// written, and where no report is fit.
SiteResult write_site(const std::vector<std::filesystem::path>& reports, const std::filesystem::path& folder,
                      unsigned threads);

}  // namespace ulpgate::report
