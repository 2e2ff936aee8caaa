#pragma once

#include <string>

#include "reports/site/column.h"

namespace ulpgate::report {

/// A small SVG: "ulpgate | sm_90: pass, 812 rows". What passes says how much was judged.
std::string badge(const Column& column);

}  // namespace ulpgate::report
