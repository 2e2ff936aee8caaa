#pragma once
// Rows that normalisation finds hard, for tests.
#include <cstdint>
#include <string>
#include <vector>

#include "reference/formats/format.h"
#include "reference/tests/words.h"

namespace ulpgate {

inline constexpr int row_families = 12;

/// The family's name, for messages.
std::string row_family_name(int family);
/// n numbers of the format, all finite; families count from 0.
std::vector<double> draw_row(const Format& format, int family, int n, Words& words);
/// The number of the format nearest to x; at most its largest.
double nearest(const Format& format, double x);

}  // namespace ulpgate
