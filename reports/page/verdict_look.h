#pragma once

#include <string_view>

#include "reports/record/verdict.h"

namespace ulpgate::report {

/// How a verdict looks: a sign that can be told apart without colour, and the name of its style.
std::string_view sign(Verdict verdict);
std::string_view style_class(Verdict verdict);

/// What the verdict means, for a reader who sees it for the first time.
std::string_view meaning(Verdict verdict);

/// Larger needs attention sooner. A cell of a matrix shows its worst row.
int severity(Verdict verdict);

}  // namespace ulpgate::report
