#pragma once
// cuDNN's handle and tensor descriptors, with owners; and its errors.
#include <cudnn.h>
#include <stdexcept>

#include "kernels/api/row_call.h"

namespace ulpgate::cudnn {

/// A cuDNN call that failed.
class CudnnError : public std::runtime_error {
 public:
  CudnnError(cudnnStatus_t status, const char* call);
  /// Whether the library says that it does not do this, and nothing went wrong.
  bool is_refusal() const;

 private:
  cudnnStatus_t status_;
};

void check_cudnn(cudnnStatus_t status, const char* call);

class Handle {
 public:
  explicit Handle(cudaStream_t stream);
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  cudnnHandle_t get() const { return handle_; }

 private:
  cudnnHandle_t handle_ = nullptr;
};

/// A tensor {outer, n, inner} as N, C and H.
class Layout {
 public:
  Layout(const RowCall& call, const RowView& view);
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  cudnnTensorDescriptor_t get() const { return layout_; }

 private:
  cudnnTensorDescriptor_t layout_ = nullptr;
};

/// A sentence part where cuDNN, which counts by int, cannot describe the tensor; else empty.
std::string why_no_layout(const RowCall& call, const RowView& view);

}  // namespace ulpgate::cudnn
