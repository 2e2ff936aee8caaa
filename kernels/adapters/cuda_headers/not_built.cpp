// Stands for the adapter where NVIDIA's headers were not found.
#include "kernels/api/not_built.h"

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_cuda_headers() {
  return std::make_unique<NotBuilt>("cuda-headers", "NVIDIA's conversion headers, compiled for the host",
                                    "NVIDIA's conversion headers were not found when this was built");
}

}  // namespace ulpgate::adapters
