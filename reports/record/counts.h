#pragma once

#include <string>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate::report {

VerdictCounts count(const std::vector<Row>& rows);

/// Elements judged in all rows.
std::uint64_t judged(const std::vector<Row>& rows);

/// An object with one number for every verdict: {"pass":812,"fail":0,...}.
Json to_json(const VerdictCounts& counts);

/// Throws InputError naming `where` and the verdict that is missing or unknown.
VerdictCounts counts_from_json(const Json& json, const std::string& where);

}  // namespace ulpgate::report
