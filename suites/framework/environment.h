#pragma once
// The environment that a run is measured in, as records carry it.
#include "reports/record/row.h"

namespace ulpgate {

/// {"host","build","variables","cuda","libraries","device"}; the same in every process of a run.
report::Json run_environment();

}  // namespace ulpgate
