#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::optimizer {

const Suite& adamw_suite();
const Suite& clip_suite();
const Suite& accumulate_suite();

}  // namespace ulpgate::optimizer
