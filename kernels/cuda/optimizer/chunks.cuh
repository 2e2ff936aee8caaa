#pragma once
// Rows in chunks of equal size, the last one of a row shorter: what a block works on at a time.
#include <cstdint>
#include <ulpgate/simt.h>

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr std::int64_t chunk_elements = 2048;
inline constexpr unsigned chunk_threads = 256;

struct Chunk {
  std::int64_t row, first, last;  ///< elements [first, last)
};

struct Chunks {
  std::int64_t rows, n;
  __host__ __device__ std::int64_t of_a_row() const { return (n + chunk_elements - 1) / chunk_elements; }
  __host__ __device__ std::int64_t count() const { return rows * of_a_row(); }
  __host__ __device__ Chunk at(std::int64_t number) const {
    const std::int64_t row = number / of_a_row();
    const std::int64_t first = (number - row * of_a_row()) * chunk_elements;
    const std::int64_t end = first + chunk_elements;
    return {row, first, end < n ? end : n};
  }
};

/// f(chunk) for each that is the block's.
template <class F>
__device__ __forceinline__ void for_each_chunk(std::int64_t rows, std::int64_t n, const F& f) {
  const Chunks chunks{rows, n};
  for (std::int64_t k = blockIdx.x; k < chunks.count(); k += gridDim.x) f(chunks.at(k));
}

/// f(row, i) for each element that is the thread's.
template <class F>
__device__ __forceinline__ void for_each_element(std::int64_t rows, std::int64_t n, const F& f) {
  for_each_chunk(rows, n, [&](const Chunk& c) {
    for (std::int64_t i = c.first + threadIdx.x; i < c.last; i += blockDim.x) f(c.row, i);
  });
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
