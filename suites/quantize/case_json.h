#pragma once
// Cases as they stand in failure files.
#include <nlohmann/json.hpp>

#include "suites/quantize/blocks_case.h"

namespace ulpgate::blocks {

nlohmann::ordered_json to_json(const BlocksOffer& offer, const BlocksCase& c);

/// Throws report::InputError for what makes no sense.
BlocksCase case_from_json(const BlocksOffer& offer, const nlohmann::ordered_json& json);

}  // namespace ulpgate::blocks
