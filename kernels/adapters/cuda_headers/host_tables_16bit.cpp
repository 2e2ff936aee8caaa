#include "kernels/adapters/cuda_headers/bfloat16.h"
#include "kernels/adapters/cuda_headers/half.h"
#include "kernels/adapters/cuda_headers/host_runner.h"
#include "kernels/adapters/cuda_headers/host_tables.h"

namespace ulpgate::cuda_headers {

std::vector<Rows> host_tables_16bit() {
  return {rows_of(half_rows<HostRunner>), rows_of(bfloat16_rows<HostRunner>)};
}

}  // namespace ulpgate::cuda_headers
