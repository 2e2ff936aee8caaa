#pragma once
// Host memory as kernels see it: itself on the executor, a copy on a device.
#include <cstddef>
#include <cstring>
#include <ulpgate/simt.h>
#include <vector>

namespace fragment_test {
inline namespace SIMT_BUILD {

class Memory {
 public:
  /// A copy of `bytes` bytes; without them, poison.
  Memory(const void* data, std::size_t bytes) : bytes_(bytes) {
#if defined(__CUDACC__)
    note(cudaMalloc(&memory_, bytes));
    if (error_ == 0) {
      note(data ? cudaMemcpy(memory_, data, bytes, cudaMemcpyHostToDevice)
                : cudaMemset(memory_, 0xFF, bytes));
    }
#else
    memory_ = ::operator new(bytes);
    if (data) {
      std::memcpy(memory_, data, bytes);
    } else {
      std::memset(memory_, 0xFF, bytes);
    }
#endif
  }
  ~Memory() {
#if defined(__CUDACC__)
    cudaFree(memory_);
#else
    ::operator delete(memory_);
#endif
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Waits for kernels.
  int copy_to(void* data) {
#if defined(__CUDACC__)
    note(cudaMemcpy(data, memory_, bytes_, cudaMemcpyDeviceToHost));
#else
    std::memcpy(data, memory_, bytes_);
#endif
    return error_;
  }
  int error() const { return error_; }
  template <class T>
  T* as() {
    return static_cast<T*>(memory_);
  }

 private:
#if defined(__CUDACC__)
  void note(cudaError_t error) {
    if (error_ == 0) error_ = static_cast<int>(error);
  }
#endif
  void* memory_ = nullptr;
  std::size_t bytes_;
  int error_ = 0;
};

inline int first_error(int one, int other) { return one != 0 ? one : other; }

}  // namespace SIMT_BUILD
}  // namespace fragment_test
