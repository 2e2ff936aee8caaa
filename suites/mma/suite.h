#pragma once
// The suite of operation `mma`.
#include "suites/framework/suite.h"

namespace ulpgate::mma {

const Suite& suite();

}  // namespace ulpgate::mma
