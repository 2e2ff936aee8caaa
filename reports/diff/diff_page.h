#pragma once

#include <string>

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// Rows of one kind of change that a page holds; the rest is counted there, and listed in the JSON.
inline constexpr std::size_t rows_on_a_diff_page = 10000;

/// The comparison as one HTML file that refers to nothing outside and can be read without scripts; a script
/// adds a search field and filters. Everything that comes from the reports is escaped. The same comparison
/// gives the same bytes.
std::string render_diff_page(const Comparison& comparison);

/// That script.
std::string_view diff_script();

}  // namespace ulpgate::report
