#include "kernels/adapters/cuda_headers/bfloat16.h"
#include "kernels/adapters/cuda_headers/half.h"
#include "kernels/adapters/cuda_headers_device/device_runner.h"
#include "kernels/adapters/cuda_headers_device/device_tables.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> device_tables_16bit() {
  return {rows_of(half_rows<DeviceRunner>), rows_of(bfloat16_rows<DeviceRunner>)};
}

}  // namespace ulpgate::cuda_headers
