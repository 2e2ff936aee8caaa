#pragma once
// Cases in failure files.
#include <nlohmann/json.hpp>

#include "suites/convert/runner.h"

namespace ulpgate::convert {

nlohmann::ordered_json to_json(const ConvertCase& c, const Format& from);
/// Throws report::InputError naming the key.
ConvertCase case_from_json(const nlohmann::ordered_json& json, const Format& from);

}  // namespace ulpgate::convert
