// Stands for the adapter where there was no CUDA toolkit.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_cuda_headers_device() {
  return std::make_unique<NotBuilt>("cuda-headers-device",
                                    "NVIDIA's conversion headers, compiled for the device",
                                    "this was built without a CUDA toolkit");
}

}  // namespace ulpgate::adapters
