#pragma once

#include <string>
#include <vector>

#include "reports/record/report.h"

namespace ulpgate::report {

/// The report of a part of a run: of some operations or implementations, or a shard.
struct PartOfRun {
  std::string name;  ///< stands in messages: its path
  Report report;
};

/// Makes one report of the parts of a run, the same as that of the run in one, but for times: it began with
/// the first of them, and took as long as all of them together.
///
/// Throws InputError, one sentence, where the parts are not of one run: it names both and the first field
/// that differs (suite, tier, seed, environment, an implementation, a requirement, what shards were asked
/// for) with both values, or a row that both hold. Throws, too, where a part is not complete, was judged by a
/// suite with changes that no commit holds while another was not, stands twice, or where a shard is missing.
/// Where no implementation could be loaded, each shard holds the row that says so.
Report join(std::vector<PartOfRun> parts);

}  // namespace ulpgate::report
