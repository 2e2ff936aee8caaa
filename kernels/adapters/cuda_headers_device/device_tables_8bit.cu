#include "kernels/adapters/cuda_headers/e8m0.h"
#include "kernels/adapters/cuda_headers/fp8.h"
#include "kernels/adapters/cuda_headers_device/device_runner.h"
#include "kernels/adapters/cuda_headers_device/device_tables.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> device_tables_8bit() {
  return {
    rows_of(E4m3Table<DeviceRunner>::rows), rows_of(E5m2Table<DeviceRunner>::rows),
#if defined(ULPGATE_CUDA_SUB_BYTE)
        rows_of(E8m0Table<DeviceRunner>::rows),
#endif
  };
}

}  // namespace ulpgate::cuda_headers
