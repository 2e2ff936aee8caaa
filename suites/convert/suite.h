#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::convert {

/// The suite of `convert`.
const Suite& suite();

}  // namespace ulpgate::convert
