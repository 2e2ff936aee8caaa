#include "kernels/adapters/cuda_headers/version.h"

#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#endif

namespace ulpgate::cuda_headers {

std::string headers_version() {
#if defined(CUDART_VERSION)
  return std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
#else
  return "unknown";
#endif
}

}  // namespace ulpgate::cuda_headers
