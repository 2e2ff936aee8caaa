#include "kernels/adapters/cuda_headers/sub_byte_rows.h"
#include "kernels/adapters/cuda_headers_device/device_runner.h"
#include "kernels/adapters/cuda_headers_device/device_tables.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> device_tables_sub_byte() {
#if defined(ULPGATE_CUDA_SUB_BYTE)
  return {
      rows_of(E3m2Table<DeviceRunner>::rows, "6"),
      rows_of(E2m3Table<DeviceRunner>::rows, "6"),
      rows_of(E2m1Table<DeviceRunner>::rows, "4"),
  };
#else
  return {};
#endif
}

}  // namespace ulpgate::cuda_headers
