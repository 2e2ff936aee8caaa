#pragma once
// A stream and memory on it that belong to one implementation.
#include <cstddef>
#include <cuda_runtime_api.h>

#include "kernels/device/cuda_error.h"

namespace ulpgate::device {

/// A stream that does not wait for the default one.
class Stream {
 public:
  Stream() {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return stream_; }
  /// Waits, and throws CudaError for whatever went wrong since.
  void wait() const {
    check_cuda(cudaGetLastError(), "the launch");
    check_cuda(cudaStreamSynchronize(stream_), "the kernel");
  }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Scratch memory of a library call.
class Workspace {
 public:
  explicit Workspace(std::size_t bytes) : bytes_(bytes) {
    if (bytes > 0) check_cuda(cudaMalloc(&memory_, bytes), "cudaMalloc of the workspace");
  }
  ~Workspace() { cudaFree(memory_); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void* data() const { return memory_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_;
};

}  // namespace ulpgate::device
