#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::softmax {

const Suite& softmax_suite();
const Suite& log_softmax_suite();
const Suite& softmax_backward_suite();
const Suite& log_softmax_backward_suite();

}  // namespace ulpgate::softmax
