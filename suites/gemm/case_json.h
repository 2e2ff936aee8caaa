#pragma once
// Cases of gemm as JSON, for failure files.
#include <nlohmann/json.hpp>

#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

nlohmann::ordered_json to_json(const GemmOffer& offer, const GemmCase& c);
/// The same as text, cheap enough to be made before each call.
std::string json_text(const GemmOffer& offer, const GemmCase& c);

/// Throws report::InputError naming the key and the reason, also for what would need more memory than a test
/// ever does.
GemmCase case_from_json(const GemmOffer& offer, const nlohmann::ordered_json& json);

/// `key` is what messages call it. Keys that are left out have their defaults.
Layout layout_from_json(const nlohmann::ordered_json& json, const std::string& key);

}  // namespace ulpgate::gemm
