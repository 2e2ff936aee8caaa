#pragma once
// Cases in failure files.
#include <nlohmann/json.hpp>
#include <span>

#include "suites/convert/inputs.h"
#include "suites/convert/runner.h"

namespace ulpgate::convert {

nlohmann::ordered_json to_json(const ConvertCase& c, const Format& from);
/// to_json() as text and without the inputs: cheap enough to be made before each call.
std::string frame_text(const ConvertCase& c, const Format& from);
/// The inputs, put into what frame_text() wrote.
void set_inputs(nlohmann::ordered_json& json, std::span<const std::uint64_t> codes);
/// Elements [first, first + count) of a sweep as a case, by their recipe alone.
nlohmann::ordered_json part_to_json(const Inputs& inputs, std::uint64_t first, std::size_t count);
/// Of either kind. Throws report::InputError naming the key.
ConvertCase case_from_json(const nlohmann::ordered_json& json, const Format& from, const Format& to);

}  // namespace ulpgate::convert
