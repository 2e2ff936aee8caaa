#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::optimizer {

const Suite& adamw_suite();
const Suite& clip_suite();
const Suite& accumulate_suite();
const Suite& sgd_suite();
const Suite& gradient_norm_suite();
const Suite& unscale_suite();
const Suite& scale_update_suite();

}  // namespace ulpgate::optimizer
