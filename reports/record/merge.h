#pragma once

#include <string>
#include <vector>

#include "reports/record/reader.h"
#include "reports/record/report.h"

namespace ulpgate::report {

/// Makes one report of the record files of one run. Rows that were planned and never judged are filled in as
/// "not run", category "lost", and the report is not complete. `problems` are sentences that the caller knows
/// of (a worker that never wrote a file); they make the report incomplete, too. `started` and `seconds` are
/// left to the caller.
///
/// Throws InputError, one sentence, where the files are not of one run: it names both files and the first
/// field that differs (suite, tier, seed, environment, an implementation, a requirement, a row that both
/// hold). Throws, too, where no file has a header.
Report merge(std::vector<RecordFile> files, std::vector<std::string> problems = {});

}  // namespace ulpgate::report
