#pragma once
// threadIdx and its like.
#include "ulpgate/simt/host_keywords.h"

namespace simt::detail {

/// What a CUDA thread sees of itself. The executor changes it whenever another one goes on.
struct View {
  uint3 thread{};
  uint3 block{};
  dim3 block_extent;
  dim3 grid_extent;
  unsigned lane = 0;
};

// Read by every index expression: the model of thread-local storage that needs no call.
extern __attribute__((tls_model("initial-exec"))) thread_local constinit View view;

}  // namespace simt::detail

#define threadIdx (::simt::detail::view.thread)
#define blockIdx (::simt::detail::view.block)
#define blockDim (::simt::detail::view.block_extent)
#define gridDim (::simt::detail::view.grid_extent)
#define warpSize 32
