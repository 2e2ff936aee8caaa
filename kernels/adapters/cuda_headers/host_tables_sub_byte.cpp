#include "kernels/adapters/cuda_headers/host_runner.h"
#include "kernels/adapters/cuda_headers/host_tables.h"
#include "kernels/adapters/cuda_headers/sub_byte_rows.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> host_tables_sub_byte() {
#if defined(ULPGATE_CUDA_SUB_BYTE)
  return {
      rows_of(E3m2Table<HostRunner>::rows, "6"),
      rows_of(E2m3Table<HostRunner>::rows, "6"),
      rows_of(E2m1Table<HostRunner>::rows, "4"),
  };
#else
  return {};
#endif
}

}  // namespace ulpgate::cuda_headers
