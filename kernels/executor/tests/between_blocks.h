#pragma once
// Kernels whose blocks wait for one another.
#include <ulpgate/simt.h>

namespace executor_test {

/// Blocks end in descending order: flag goes from their number to 0.
__global__ inline void wait_for_the_next_block(int* flag) {
  const int next = static_cast<int>(blockIdx.x) + 1;
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) != next) {
    }
    atomicExch(flag, next - 1);
  }
}

/// All blocks add to counts[0], wait until all have, and see the sum in out[block].
__global__ inline void meet(int* counts, int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(&counts[0], static_cast<int>(blockIdx.x) + 1);
    __threadfence();
    atomicAdd(&counts[1], 1);
    while (atomicAdd(&counts[1], 0) < static_cast<int>(gridDim.x)) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 31) out[blockIdx.x] = atomicAdd(&counts[0], 0);
}

}  // namespace executor_test
