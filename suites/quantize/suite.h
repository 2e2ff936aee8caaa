#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::blocks {

const Suite& amax_suite();
const Suite& quantize_suite();
const Suite& dequantize_suite();
const Suite& delayed_scale_update_suite();
const Suite& hadamard_suite();

}  // namespace ulpgate::blocks
