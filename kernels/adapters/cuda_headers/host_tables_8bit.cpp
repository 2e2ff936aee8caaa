#include "kernels/adapters/cuda_headers/e8m0.h"
#include "kernels/adapters/cuda_headers/fp8.h"
#include "kernels/adapters/cuda_headers/host_runner.h"
#include "kernels/adapters/cuda_headers/host_tables.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> host_tables_8bit() {
  return {
    rows_of(E4m3Table<HostRunner>::rows), rows_of(E5m2Table<HostRunner>::rows),
#if defined(ULPGATE_CUDA_SUB_BYTE)
        rows_of(E8m0Table<HostRunner>::rows),
#endif
  };
}

}  // namespace ulpgate::cuda_headers
