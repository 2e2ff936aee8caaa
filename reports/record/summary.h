#pragma once

#include <string>

#include "reports/record/report.h"

namespace ulpgate::report {

/// 0 where the implementations conform; 1 where any row is fail, crashed, timed out or not claimed, where
/// nothing was judged at all, and where the report is not complete.
int exit_status(const Report& report);

/// Why exit_status is 1, as a sentence part: "3 fail, 1 crashed", "nothing was judged", "the run is not
/// complete". Empty where it is 0.
std::string why_not(const Report& report);

/// One line for a terminal, without a line break:
/// "PASS  convert: 812 pass, 3 waived, 40 not run (no CUDA device); judged 1.2e+09 elements".
std::string headline(const Report& report);

/// The categories of rows that were not run: "38 no CUDA device, 2 lost"; one category stands without its
/// number.
std::string not_run_categories(const Report& report);

/// 812, 65536, 1.2e+09: whole below ten million, else two digits.
std::string brief_count(std::uint64_t count);

}  // namespace ulpgate::report
