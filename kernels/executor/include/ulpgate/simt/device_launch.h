#pragma once
// Launches and memory on a stream.
#include <cstddef>
#include <cuda_runtime.h>
#include <tuple>
#include <utility>

namespace simt {

/// A cudaError_t's value; 0 is success.
using Error = int;
using Stream = cudaStream_t;

/// What a kernel may have without asking for more.
inline constexpr std::size_t default_dynamic_shared_bytes = 48 * 1024;

/// Launches, without waiting. Errors of the launch alone: those of the kernel come with a later call.
template <class... Parameters, class... Arguments>
Error launch(const char* /*name*/, void (*kernel)(Parameters...), dim3 grid, dim3 block,
             std::size_t dynamic_shared_bytes, Stream stream, Arguments&&... arguments) {
  const void* const entry = reinterpret_cast<const void*>(kernel);
  if (dynamic_shared_bytes > default_dynamic_shared_bytes) {
    const cudaError_t raised = cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                    static_cast<int>(dynamic_shared_bytes));
    if (raised != cudaSuccess) return static_cast<Error>(raised);
  }
  std::tuple<Parameters...> values(static_cast<Parameters>(std::forward<Arguments>(arguments))...);
  return std::apply(
      [&](auto&... value) {
        void* pointers[] = {static_cast<void*>(&value)..., nullptr};
        return static_cast<Error>(
            cudaLaunchKernel(entry, grid, block, pointers, dynamic_shared_bytes, stream));
      },
      values);
}

/// Sets `bytes` bytes of device memory, without waiting.
inline Error clear_async(void* memory, int byte, std::size_t bytes, Stream stream) {
  return static_cast<Error>(cudaMemsetAsync(memory, byte, bytes, stream));
}

}  // namespace simt
