#pragma once

#include <string>
#include <vector>

#include "reports/record/report.h"

namespace ulpgate::report {

/// Why a report is not published, a sentence part each; empty where it may be. Refused are runs that are not
/// complete, suites with changes that no commit holds or with an unknown commit, runs that judged nothing,
/// and rows that ran on another device than the environment names. Files without a footer, of an unknown
/// schema or whose sums are wrong are refused by read_report().
std::vector<std::string> why_not_published(const Report& report);

}  // namespace ulpgate::report
