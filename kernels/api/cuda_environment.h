#pragma once
// The CUDA device that implementations here would use, for a report's environment.
#include <map>
#include <string>

namespace ulpgate {

/// Number, name, compute capability, PCI address, memory, ECC, multiprocessors, clocks, driver and runtime
/// version. Without a device only what is known of driver and runtime; empty where this was built without
/// CUDA.
std::map<std::string, std::string> cuda_environment();

}  // namespace ulpgate
