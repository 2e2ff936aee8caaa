#pragma once
// A call's tensors on the device, as cublasLtMatmul takes them.
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kernels/adapters/cublaslt/matmul.h"
#include "kernels/api/column_major.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cublaslt {

/// Status::invalid for malformed calls, Status::unsupported for what this library or this adapter lacks.
Reply understand(const Variant& variant, const Call& call, GemmCall& gemm, ColumnMajorGemm& column_major);

class Problem {
 public:
  Problem(const Variant& variant, const Call& call, const GemmCall& gemm, const ColumnMajorGemm& column_major,
          void* stream);

  /// Scales are one number a call, so that each problem of a scaled batch is its own call.
  std::int64_t call_count() const { return variant_.scaled ? column_major_.batch : 1; }
  /// Of one call.
  ColumnMajorGemm shape() const;
  Pointers pointers(std::int64_t call) const;
  /// D's elements come to the host; empty, or what was written where nothing was to be written.
  std::string finish();

 private:
  using Buffer = std::unique_ptr<device::DeviceBuffer>;
  Buffer uploaded(const Tensor& tensor) const;
  /// Vectors and factors lie side by side on the device, whatever the host's strides.
  Buffer packed(const Tensor& tensor);

  const Variant& variant_;
  const ColumnMajorGemm& column_major_;
  void* stream_;
  std::deque<std::vector<std::int64_t>> strides_;  ///< of packed tensors, which point here
  Buffer a_, b_, c_, d_, bias_, a_scale_, b_scale_;
};

}  // namespace ulpgate::cublaslt
