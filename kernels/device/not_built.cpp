// Stands for the devices where there was no CUDA toolkit.
#include "kernels/api/cuda_devices.h"
#include "kernels/api/cuda_environment.h"

namespace ulpgate {

CudaDevices cuda_devices() { return {{}, {}, "this was built without a CUDA toolkit"}; }

std::map<std::string, std::string> cuda_environment() { return {}; }

}  // namespace ulpgate
