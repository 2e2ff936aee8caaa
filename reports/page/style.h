#pragma once

#include <string_view>

namespace ulpgate::report {

/// The page's style sheet: from 360 px up, light and dark, paper. Text on every ground has a contrast of 4.5
/// or more.
std::string_view style();

}  // namespace ulpgate::report
