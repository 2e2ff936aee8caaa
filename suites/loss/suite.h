#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::loss {

const Suite& cross_entropy_suite();
const Suite& cross_entropy_backward_suite();

}  // namespace ulpgate::loss
