#pragma once

#include "reports/page/html.h"
#include "reports/record/row.h"

namespace ulpgate::report {

/// All that a row says beyond its numbers, as a <dl>: message, reason, expectation, the worst element that
/// was judged, what the smallest failing case shows, histogram, bound, claims, what ran, inputs, fingerprint,
/// replay command.
void row_details(Html& html, const Row& row);

/// "rounding: nearest even; subnormals: kept"
std::string joined(const StringMap& map);

/// "+3 codes"; words where there is no distance.
std::string distance_text(const Worst& worst);

/// "-1: 3 · 0: 65,530"
std::string histogram_text(const Row& row);

}  // namespace ulpgate::report
