#pragma once

#include <string_view>

namespace ulpgate::report {

/// Chart.js as the distribution has it, which draws a page's plots; empty where this was built without it.
std::string_view chart_library();

}  // namespace ulpgate::report
