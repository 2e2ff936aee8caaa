#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::scaler {

/// The suite of `grad_scaler`.
const Suite& suite();

}  // namespace ulpgate::scaler
