#pragma once
// Runs an entry point on the device: one thread a call, in a grid-stride loop. The job's pointers are the
// device's.
#include <algorithm>
#include <cstdint>
#include <cuda_runtime_api.h>

#include "kernels/adapters/cuda_headers/entry_point.h"

namespace ulpgate::cuda_headers {

template <typename Entry>
__global__ void convert_kernel(Job job) {
  const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t count = groups<Entry>(job);
  for (std::int64_t group = first; group < count; group += threads) convert_group<Entry>(job, group);
}

struct DeviceRunner {
  template <typename Entry>
  static int run(const Job& job) {
    constexpr std::int64_t block = 256;
    constexpr std::int64_t most_blocks = 4096;
    const std::int64_t blocks = std::clamp<std::int64_t>((job.count + block - 1) / block, 1, most_blocks);
    Job argument = job;
    void* arguments[] = {&argument};
    return static_cast<int>(cudaLaunchKernel(reinterpret_cast<const void*>(&convert_kernel<Entry>),
                                             dim3(static_cast<unsigned>(blocks)),
                                             dim3(static_cast<unsigned>(block)), arguments, 0, nullptr));
  }
};

}  // namespace ulpgate::cuda_headers
