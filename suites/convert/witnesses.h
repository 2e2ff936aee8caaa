#pragma once
// Inputs on which published implementations went wrong, from fixtures/witnesses/convert.txt.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate::convert {

struct Witness {
  const Format* from;
  const Format* to;  ///< nullptr: any target
  std::uint64_t input;
  std::string source;  ///< owner/repository#number and what went wrong
};

/// Lines "FROM TO HEX SOURCE ..."; TO may be *; # begins a comment. Throws report::InputError naming `name`,
/// line and reason.
std::vector<Witness> parse_witnesses(std::string_view text, const std::string& name);
const std::vector<Witness>& built_in_witnesses();

}  // namespace ulpgate::convert
