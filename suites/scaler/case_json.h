#pragma once
// Cases in failure files.
#include <nlohmann/json.hpp>

#include "suites/scaler/scaler_case.h"

namespace ulpgate::scaler {

nlohmann::ordered_json to_json(const ScalerCase& c);
/// Throws report::InputError naming the key.
ScalerCase case_from_json(const nlohmann::ordered_json& json);

}  // namespace ulpgate::scaler
