#pragma once
// One call of cublasLtMatmul: descriptors, the heuristic's choice of an algorithm, and running it.
#include <string>

#include "kernels/adapters/cublaslt/objects.h"
#include "kernels/adapters/cublaslt/variants.h"
#include "kernels/api/column_major.h"
#include "kernels/device/stream.h"

namespace ulpgate::cublaslt {

/// Device pointers. c may be d; bias and scales are nullptr where the variant has none.
struct Pointers {
  const void* x;
  const void* y;
  const void* c;
  void* d;
  const void* bias;
  const void* x_scale;
  const void* y_scale;
};

class Matmul {
 public:
  /// Asks the heuristic. Throws CublasLtError, a refusal where no algorithm does this.
  Matmul(const Handle& handle, const Variant& variant, const ColumnMajorGemm& gemm, const Pointers& pointers);

  /// The algorithm: id, tile, stages, split-K, reduction, workspace, and the alignment it was chosen for.
  std::string algorithm() const;
  /// Queues it on the stream.
  void run(float alpha, float beta, const device::Workspace& workspace, const device::Stream& stream) const;

 private:
  void set_descriptor(const ColumnMajorGemm& gemm);
  void choose();

  const Handle& handle_;
  const Variant& variant_;
  Pointers pointers_;
  Descriptor descriptor_;
  Layout x_, y_, d_;
  cublasLtMatmulHeuristicResult_t choice_{};
  std::uint32_t alignment_ = 0;  ///< the least of all pointers, in bytes
};

}  // namespace ulpgate::cublaslt
