#pragma once

#include <string>

#include "reports/record/probed.h"
#include "reports/record/report.h"

namespace ulpgate::report {

/// "sm_90" of compute capability 9.0; empty where the environment names no device.
std::string device_architecture(const Json& environment);

/// The architecture whose profile the report's results are held against: that of its device, else the one
/// that all claims of matrix instructions name, as those of a model do. Empty where there is none, or
/// several.
std::string profiled_architecture(const Report& report);

/// Of that architecture's entries with the instruction's formats the one that agrees most; null where there
/// is none.
const Probed::Profile* own_profile(const Probed& probed, const std::string& architecture);

}  // namespace ulpgate::report
