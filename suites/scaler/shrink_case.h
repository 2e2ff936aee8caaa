#pragma once
#include <vector>

#include "suites/scaler/scaler_case.h"

namespace ulpgate::scaler {

/// Simpler cases: commands left out (halves, ..., single ones), then gradients left out, then shorter and
/// plainer ones, then how the scaler is made.
std::vector<ScalerCase> simpler_cases(const ScalerCase& c);

}  // namespace ulpgate::scaler
