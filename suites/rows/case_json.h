#pragma once
// Cases as they stand in failure files.
#include <nlohmann/json.hpp>

#include "suites/rows/rows_case.h"

namespace ulpgate::rows {

nlohmann::ordered_json to_json(const RowsOffer& offer, const RowsCase& c);

/// Throws report::InputError for what makes no sense.
RowsCase case_from_json(const RowsOffer& offer, const nlohmann::ordered_json& json);

}  // namespace ulpgate::rows
