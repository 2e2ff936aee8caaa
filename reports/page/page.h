#pragma once

#include <string>

#include "reports/record/report.h"

namespace ulpgate::report {

/// The report as one HTML file: no scripts, no references to other files or hosts but the links of
/// expectations. Everything that comes from the report is escaped. The same report gives the same bytes.
std::string render_page(const Report& report);

}  // namespace ulpgate::report
