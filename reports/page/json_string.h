#pragma once

#include <string>
#include <string_view>

namespace ulpgate::report {

/// A JSON string that can stand in a page: no character that means something to HTML, none that is invisible.
std::string json_string(std::string_view text);

}  // namespace ulpgate::report
