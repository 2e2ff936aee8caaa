#pragma once
// The CUDA devices of this machine.
#include <cstdint>
#include <string>
#include <vector>

namespace ulpgate {

struct CudaDevice {
  std::string name;          ///< "NVIDIA H200"
  std::string architecture;  ///< "sm_90"
  std::uint64_t memory_bytes = 0;
  std::string pci;  ///< "0000:1B:00.0"; empty where it is not known
};

struct CudaDevices {
  /// In the order of the CUDA runtime, which CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER change.
  std::vector<CudaDevice> all;
  std::string driver;    ///< the driver's version, "570.86.15"; empty where it is not known
  std::string why_none;  ///< a sentence part, where there are none
};

/// Asks the CUDA runtime. From then on the process sees what CUDA_VISIBLE_DEVICES named at that moment.
CudaDevices cuda_devices();

}  // namespace ulpgate
