#pragma once

#include <string>
#include <vector>

#include "reports/record/probed.h"
#include "reports/record/report.h"

namespace ulpgate::report {

/// What was inferred of matrix instructions and GEMMs, against the architecture's profile: a page beside the
/// report's.
std::string render_profile_page(const Report& report, const std::vector<Probed>& probed);

}  // namespace ulpgate::report
