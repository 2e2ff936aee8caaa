#pragma once

#include <string>

#include "reports/record/report.h"

namespace ulpgate::report {

/// The report as one HTML file: no references to other files or hosts but the links of expectations. It can
/// be read without scripts; a script shows all that each row says on demand. Everything that comes from the
/// report is escaped. The same report gives the same bytes.
std::string render_page(const Report& report, bool has_profile_page = false);

}  // namespace ulpgate::report
