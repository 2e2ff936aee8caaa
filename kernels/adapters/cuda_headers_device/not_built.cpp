// Stands for the adapter where there was no CUDA toolkit.
#include "kernels/api/not_built.h"

#include "kernels/api/cuda_environment.h"

namespace ulpgate {

std::map<std::string, std::string> cuda_environment() { return {}; }

namespace adapters {

std::unique_ptr<Implementation> make_cuda_headers_device() {
  return std::make_unique<NotBuilt>("cuda-headers-device",
                                    "NVIDIA's conversion headers, compiled for the device",
                                    "this was built without a CUDA toolkit");
}

}  // namespace adapters
}  // namespace ulpgate
