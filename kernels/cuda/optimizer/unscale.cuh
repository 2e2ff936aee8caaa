#pragma once
// The kernels of loss scaling.
#include "kernels/cuda/optimizer/chunks.cuh"
#include "kernels/cuda/optimizer/optimizer.h"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ bool is_finite(float x) { return fabsf(x) < INFINITY; }

/// A thread's gradients, one after the other, and what it found among them.
template <class X>
class Unscaled {
 public:
  __device__ explicit Unscaled(const UnscaleProblem& p) : p_(p) {
    scale_ = element_at(p.scale, 0, 0);
    inverse_ = __fdiv_rn(1.0F, scale_);
  }

  __device__ __forceinline__ X of(X x) {
    X result = x;
    if (p_.divides) {
      set(result, __fdiv_rn(to_float(x), scale_));
    } else if (inverse_ != 1.0F) {
      set(result, __fmul_rn(to_float(x), inverse_));
    }
    found_ = found_ || (p_.looks_before && !is_finite(to_float(x))) ||
             (p_.looks_after && !is_finite(to_float(result)));
    return result;
  }
  __device__ bool found() const { return found_; }

 private:
  const UnscaleProblem& p_;
  float scale_ = 1, inverse_ = 1;
  bool found_ = false;
};

/// Of a chunk, by vectors where it is contiguous.
template <class X>
__device__ __forceinline__ void unscale_part(const UnscaleProblem& p, const X* x, X* y, std::int64_t n,
                                             Unscaled<X>& unscaled) {
  const Walk<X> walk(x, p.y.stride == 1 ? p.x.stride : 0, n);
  const bool stores_packs = is_aligned(y + walk.head);
  const auto one = [&](std::int64_t i) { y[i * p.y.stride] = unscaled.of(x[i * p.x.stride]); };
  for (std::int64_t i = threadIdx.x; i < walk.head; i += blockDim.x) one(i);
  for (std::int64_t k = threadIdx.x; k < walk.packs; k += blockDim.x) {
    const std::int64_t first = walk.head + k * Pack<X>::size;
    Pack<X> pack = simt::load<Pack<X>>(x + first);
    ULPGATE_UNROLL
    for (int l = 0; l < Pack<X>::size; ++l) {
      pack.lanes[l] = unscaled.of(pack.lanes[l]);
      if (!stores_packs) y[first + l] = pack.lanes[l];
    }
    if (stores_packs) simt::store(y + first, pack);
  }
  for (std::int64_t i = walk.tail() + threadIdx.x; i < n; i += blockDim.x) one(i);
}

/// found is what it was, until a block finds something.
__global__ void unscale_begin(const UnscaleProblem p) {
  set_element(p.found, 0, 0, element_at(p.found_inf, 0, 0));
}

template <class X>
__global__ void __launch_bounds__(chunk_threads) unscale_chunks(const UnscaleProblem p) {
  Unscaled<X> unscaled(p);
  for_each_chunk(p.rows, p.n, [&](const Chunk& c) {
    const X* const x = row_of<const X>(p.x, c.row) + c.first * p.x.stride;
    X* const y = row_of<X>(p.y, c.row) + c.first * p.y.stride;
    const std::int64_t size = p.sizes.data == nullptr ? p.n : *row_of<const std::int64_t>(p.sizes, c.row);
    const std::int64_t end = size < c.last ? size : c.last;
    const std::int64_t n = end > c.first ? end - c.first : 0;
    unscale_part(p, x, y, n, unscaled);
    for (std::int64_t i = n + threadIdx.x; i < c.last - c.first; i += blockDim.x)
      y[i * p.y.stride] = x[i * p.x.stride];
  });
  // One 1 or many are the same.
  if (unscaled.found()) atomicExch(static_cast<float*>(p.found.data), 1.0F);
}

/// A block a scale: its threads look at the devices' flags, and one of them moves the scale.
__global__ void __launch_bounds__(32) scale_update(const ScaleUpdateProblem p) {
  SIMT_SHARED(int, found, );
  for (std::int64_t i = blockIdx.x; i < p.n; i += gridDim.x) {
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    for (std::int64_t device = threadIdx.x; device < p.devices; device += blockDim.x) {
      const float flag = element_at(p.found_inf, device, i);
      if (!(flag == 0)) atomicOr(&found, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      float scale = element_at(p.scale, 0, i);
      std::int32_t tracker = static_cast<const std::int32_t*>(p.tracker.data)[i * p.tracker.stride];
      if (found != 0) {
        const auto smaller = static_cast<float>(static_cast<double>(scale) * p.backoff);
        scale = smaller < p.floor ? p.floor : smaller;
        tracker = 0;
      } else if (++tracker == p.interval) {
        const auto larger = static_cast<float>(static_cast<double>(scale) * p.growth);
        if (is_finite(larger)) scale = larger;
        tracker = 0;
      }
      set_element(p.new_scale, 0, i, scale);
      static_cast<std::int32_t*>(p.new_tracker.data)[i * p.new_tracker.stride] = tracker;
    }
    // The next scale's flag waits for the last reader of this one's.
    __syncthreads();
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
