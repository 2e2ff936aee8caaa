#pragma once
// Findings as a table and as JSON.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/probe/compare.h"
#include "suites/probe/probe.h"

namespace ulpgate::probe {

/// Several lines: how many dots agree, a row a parameter (name, value, what decided), a row a profile's
/// entry.
std::string to_table(const Findings& findings, const std::vector<Comparison>& comparisons);

/// {"a","b","accumulator","output","k","scale_format","scale_block","fits","repeatable","dots","random","agreeing",
///  "algorithms",[],"parameters":[{"name","found","text","values","evidence"}],"contradiction",
///  "profiles":[{"profile","entry","equal","dots","agreeing","differences":[{"parameter","found","profile"}]}]}
nlohmann::ordered_json to_json(const Findings& findings, const std::vector<Comparison>& comparisons);

}  // namespace ulpgate::probe
