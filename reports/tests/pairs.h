#pragma once

#include <string>

#include "reports/record/report.h"

/// Pairs of reports with planted changes.
namespace ulpgate::report::pairs {

/// Rows of two implementations; one row of each fails, one was not run.
Report before();

/// What the new report of each pair is made of.
Report driver_change_with_drift();  ///< other driver; bits and statistics of one row moved within its bound
Report fixed();                     ///< the row that failed holds
Report new_fail();                  ///< a row that held fails
Report lost_test();                 ///< a row is gone, another is not run any more
Report other_seed();                ///< everything was sampled anew
Report other_algorithm();           ///< another algorithm ran for one row, with other bits

/// A row of before() by the end of its id.
Row& row(Report& report, const std::string& variant);

}  // namespace ulpgate::report::pairs
