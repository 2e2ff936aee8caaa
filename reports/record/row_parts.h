#pragma once

#include "reports/record/row.h"

/// Parts of a row's JSON that records and reports have in common. What reads throws InputError.
namespace ulpgate::report {

Json to_json(const Worst& worst);
Json to_json(const std::vector<HistogramBin>& histogram);
Json to_json(const std::vector<Curve>& curves);
Json to_json(const StringMap& map);
Json to_json(const Formats& formats);
Json to_json(const Reason& reason);
Json to_json(const Expectation& expectation);

Worst worst_from_json(const Json& json, const std::string& where);
std::vector<HistogramBin> histogram_from_json(const Json& json);
std::vector<Curve> curves_from_json(const Json& json);
StringMap strings_from_json(const Json& json, const std::string& where);
Formats formats_from_json(const Json& json, const std::string& where);
Reason reason_from_json(const Json& json);
Expectation expectation_from_json(const Json& json);

}  // namespace ulpgate::report
