#pragma once
// A cuBLAS handle with a stream and a workspace of its own.
#include <cublas_v2.h>

#include "kernels/api/implementation.h"
#include "kernels/device/stream.h"

namespace ulpgate::cublas {

/// A cuBLAS call that failed.
class CublasError : public std::runtime_error {
 public:
  CublasError(cublasStatus_t status, const char* call);
  /// Whether the library says that it does not do this, and nothing went wrong.
  bool is_refusal() const;

 private:
  cublasStatus_t status_;
};

void check_cublas(cublasStatus_t status, const char* call);

class Handle {
 public:
  /// What NVIDIA recommends for the largest devices; fixed, since the choice of algorithm depends on it.
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

  Handle();
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  cublasHandle_t get() const { return handle_; }
  const device::Stream& stream() const { return stream_; }
  /// Sets everything that a call depends on: nothing is left of the call before.
  void prepare(cublasMath_t math) const;

 private:
  device::Stream stream_;
  device::Workspace workspace_{workspace_bytes};
  cublasHandle_t handle_ = nullptr;
};

}  // namespace ulpgate::cublas
