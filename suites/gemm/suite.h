#pragma once
#include "suites/framework/suite.h"

namespace ulpgate::gemm {

/// The suite of `gemm`.
const Suite& suite();

}  // namespace ulpgate::gemm
