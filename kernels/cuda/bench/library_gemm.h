#pragma once
// The same product by cuBLAS, or for 8-bit floating formats by cuBLASLt.
#include <functional>
#include <string>

#include "kernels/adapters/cublas/handle.h"
#include "kernels/adapters/cublaslt/objects.h"
#include "kernels/cuda/bench/gemm_data.h"

namespace ulpgate::cuda::bench {

class Library {
 public:
  /// "13.0.1"
  static std::string version();
  /// All that is measured runs on it.
  const device::Stream& stream() const { return cublas_.stream(); }

  /// What queues the product of that turn, with the algorithm of the library's choice. `promotes`: the
  /// library is to accumulate 8-bit floating formats as its promoting kernels do. `data` must stay. Empty
  /// where the library has no such product: `reason` is a sentence part then.
  std::function<void(int turn)> product(const GemmData& data, bool promotes, std::string& reason) const;

 private:
  std::function<void(int turn)> plain(const GemmData& data, std::string& reason) const;
  std::function<void(int turn)> fp8(const GemmData& data, bool promotes, std::string& reason) const;

  cublas::Handle cublas_;
  cublaslt::Handle cublaslt_;
  device::Workspace workspace_{cublas::Handle::workspace_bytes};
};

}  // namespace ulpgate::cuda::bench
