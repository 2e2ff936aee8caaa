#pragma once
// Operands of a matrix product on the device, several times over.
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/bench/gemm_cases.h"
#include "kernels/device/stream.h"

namespace ulpgate::cuda::bench {

/// Sets of A (row-major), B (column-major) and D (row-major), packed and aligned to 256 bytes. There are so
/// many sets that using them in turn finds nothing of the last time in the L2 cache. A and B hold numbers of
/// both signs in [1/2, 2), int8 all codes; the same every time.
class GemmData {
 public:
  GemmData(const GemmFormatsUsed& formats, const GemmShape& shape, const device::Stream& stream);

  int sets() const { return sets_; }
  void* a(int turn) const { return at(turn, 0); }
  void* b(int turn) const { return at(turn, a_bytes_); }
  void* d(int turn) const { return at(turn, a_bytes_ + b_bytes_); }
  const GemmFormatsUsed& formats() const { return formats_; }
  const GemmShape& shape() const { return shape_; }
  /// That must be read and written at least.
  double bytes() const;

 private:
  void* at(int turn, std::size_t offset) const;

  GemmFormatsUsed formats_;
  GemmShape shape_;
  std::size_t a_bytes_, b_bytes_, d_bytes_;  ///< rounded up to what they are aligned to
  int sets_;
  device::Workspace memory_;
};

}  // namespace ulpgate::cuda::bench
