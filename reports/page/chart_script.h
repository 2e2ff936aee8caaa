#pragma once

#include <string_view>

namespace ulpgate::report {

/// Draws each plot when it comes into sight, in the page's colours. Needs chart_library().
std::string_view chart_script();

}  // namespace ulpgate::report
