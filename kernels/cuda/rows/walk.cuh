#pragma once
// Elements of a row, shared among a team: by vectors of 16 bytes where the row is contiguous, after a head up
// to the first aligned address and before a tail; else one by one.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr int pack_bytes = 16;

template <class X>
struct alignas(pack_bytes) Pack {
  static constexpr int size = pack_bytes / static_cast<int>(sizeof(X));
  X lanes[size];
};

__device__ __forceinline__ bool is_aligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % pack_bytes == 0;
}

/// Where the packs of a row begin, and how many they are.
template <class X>
struct Walk {
  std::int64_t head, packs;
  __device__ Walk(const X* x, std::int64_t stride, std::int64_t n) : head(n), packs(0) {
    if (stride != 1) return;
    const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(x) % pack_bytes;
    const auto before = static_cast<std::int64_t>((pack_bytes - beyond) % pack_bytes / sizeof(X));
    head = before < n ? before : n;
    packs = (n - head) / Pack<X>::size;
  }
  /// The element behind the packs.
  __device__ std::int64_t tail() const { return head + packs * Pack<X>::size; }
};

/// f(i, x[i]) for the team's every element.
template <class Team, class X, class F>
__device__ __forceinline__ void for_each(const X* x, std::int64_t stride, std::int64_t n, const F& f) {
  const Walk<X> walk(x, stride, n);
  for (std::int64_t i = Team::index(); i < walk.head; i += Team::size()) f(i, to_float(x[i * stride]));
  for (std::int64_t p = Team::index(); p < walk.packs; p += Team::size()) {
    const std::int64_t first = walk.head + p * Pack<X>::size;
    const Pack<X> pack = simt::load<Pack<X>>(x + first);
    ULPGATE_UNROLL
    for (int l = 0; l < Pack<X>::size; ++l) f(first + l, to_float(pack.lanes[l]));
  }
  for (std::int64_t i = walk.tail() + Team::index(); i < n; i += Team::size()) f(i, to_float(x[i * stride]));
}

/// y[i] = f(i, x[i]). y may be x. Vectors are stored where y is aligned when x is and has elements of that
/// size.
template <class Team, class X, class Y, class F>
__device__ __forceinline__ void transform(const X* x, std::int64_t x_stride, Y* y, std::int64_t y_stride,
                                          std::int64_t n, const F& f) {
  const Walk<X> walk(x, y_stride == 1 ? x_stride : 0, n);
  const bool stores_packs = sizeof(X) == sizeof(Y) && is_aligned(y + walk.head);
  for (std::int64_t i = Team::index(); i < walk.head; i += Team::size())
    set(y[i * y_stride], f(i, to_float(x[i * x_stride])));
  for (std::int64_t p = Team::index(); p < walk.packs; p += Team::size()) {
    const std::int64_t first = walk.head + p * Pack<X>::size;
    const Pack<X> pack = simt::load<Pack<X>>(x + first);
    Pack<Y> out;
    ULPGATE_UNROLL
    for (int l = 0; l < Pack<X>::size; ++l) {
      const auto value = f(first + l, to_float(pack.lanes[l]));
      if (stores_packs) {
        set(out.lanes[l % Pack<Y>::size], value);
      } else {
        set(y[first + l], value);
      }
    }
    if (stores_packs) simt::store(y + first, out);
  }
  for (std::int64_t i = walk.tail() + Team::index(); i < n; i += Team::size())
    set(y[i * y_stride], f(i, to_float(x[i * x_stride])));
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
