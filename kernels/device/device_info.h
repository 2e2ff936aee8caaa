#pragma once
// Which device calls would run on.
#include <optional>
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate::device {

/// The current device's compute capability, e.g. "sm_90"; empty without a device.
std::string architecture();

/// Why nothing can run, or nothing.
std::optional<NotRun> no_device();

}  // namespace ulpgate::device
