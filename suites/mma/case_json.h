#pragma once
// Cases in failure files.
#include <nlohmann/json.hpp>

#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

nlohmann::ordered_json to_json(const MmaCase& c, const MmaOffer& offer);
/// Throws report::InputError naming the key.
MmaCase case_from_json(const nlohmann::ordered_json& json, const MmaOffer& offer);

}  // namespace ulpgate::mma
