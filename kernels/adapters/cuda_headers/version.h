#pragma once
#include <string>

namespace ulpgate::cuda_headers {

/// The CUDA version of the headers that the host entry points were compiled with, e.g. "13.0".
std::string headers_version();

}  // namespace ulpgate::cuda_headers
