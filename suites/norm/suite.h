#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::norm {

const Suite& layer_norm_suite();
const Suite& rms_norm_suite();
const Suite& group_norm_suite();
const Suite& layer_norm_backward_suite();
const Suite& rms_norm_backward_suite();
const Suite& group_norm_backward_suite();

}  // namespace ulpgate::norm
