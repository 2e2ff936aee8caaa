#pragma once

#include <string>

#include "reports/record/report.h"

namespace ulpgate::report {

/// The report as JUnit XML: a test suite for each operation and implementation, a test case for each row.
/// fail and not claimed are failures; crashed and timed out are errors; not run and waived are skipped, with
/// their reasons; deviation passes with a note. Problems of the run itself are errors of a suite of their
/// own. Characters that XML forbids are left out.
std::string render_junit(const Report& report);

}  // namespace ulpgate::report
