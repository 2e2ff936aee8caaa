#pragma once
// One device for a process.
#include <optional>
#include <stdexcept>
#include <string>

namespace ulpgate {

/// No such device; what() is one sentence.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The number of the device that CTest gave to this test (CTEST_RESOURCE_GROUP_0_GPUS, "id:0,slots:1").
/// nullopt outside of CTest, without a resource file, and where that was written on a machine without a
/// device (id:none). Throws DeviceError.
std::optional<std::string> device_from_ctest();

/// Makes device `number`, as `ulpgate list devices` counts, the only one that this process, its children and
/// whatever they load can see. What was chosen stands in ULPGATE_CHOSEN_DEVICE, "1 of 2", and so in a
/// report's environment. To be called on the main thread before anything asks CUDA. Throws DeviceError.
void choose_device(const std::string& number);

/// What choose_device() chose, in this process or the one that started it.
struct ChosenDevice {
  int index = 0;
  int count = 0;  ///< devices there were to choose from
};
std::optional<ChosenDevice> chosen_device();

}  // namespace ulpgate
