// Stands for the CUDA runtime in programs that are tested with devices that are not there.
// ULPGATE_FAKE_DEVICES says how many; CUDA_VISIBLE_DEVICES hides some, as it does for CUDA.
#include <cstdlib>
#include <sstream>

#include "kernels/api/cuda_devices.h"
#include "kernels/api/cuda_environment.h"
#include "kernels/device/device_choice.h"

namespace ulpgate {
namespace {

int in_machine() {
  const char* number = std::getenv("ULPGATE_FAKE_DEVICES");
  return number == nullptr ? 0 : std::atoi(number);
}

CudaDevice device(int number) {
  return {"Fake " + std::to_string(number), "sm_90", std::uint64_t{64} << 30,
          "0000:0" + std::to_string(number) + ":00.0"};
}

}  // namespace

CudaDevices cuda_devices() {
  CudaDevices devices{{}, "1.2.3", {}};
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) {
    for (int i = 0; i < in_machine(); ++i) devices.all.push_back(device(i));
  } else {
    std::istringstream list(visible);
    for (std::string entry; std::getline(list, entry, ',');) {
      const int number = std::atoi(entry.c_str());
      if (number < in_machine()) devices.all.push_back(device(number));
    }
  }
  if (devices.all.empty()) devices.why_none = "the fake has none";
  return devices;
}

std::map<std::string, std::string> cuda_environment() {
  const CudaDevices devices = cuda_devices();
  if (devices.all.empty()) return {};
  const ChosenDevice chosen = chosen_device().value_or(ChosenDevice{0, static_cast<int>(devices.all.size())});
  return {{"index", std::to_string(chosen.index)},
          {"device_count", std::to_string(chosen.count)},
          {"device", devices.all[0].name},
          {"pci", devices.all[0].pci}};
}

}  // namespace ulpgate
