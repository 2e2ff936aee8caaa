#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::autocast {

const Suite& suite();

}  // namespace ulpgate::autocast
