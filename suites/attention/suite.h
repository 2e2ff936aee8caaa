#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::attention {

const Suite& suite();

}  // namespace ulpgate::attention
