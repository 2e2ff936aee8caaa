#pragma once
// Matrix instructions of four warps, asynchronous, with both operands in shared memory.
#include <cstdint>

#include "ulpgate/simt/host_mma.h"

namespace simt {
namespace detail {

template <int N, class A, class B, class Accumulator>
inline constexpr Instruction wgmma_instruction{"wgmma",
                                               64,
                                               N,
                                               32 * 8 / A::bits,
                                               format_name<A>,
                                               format_name<B>,
                                               format_name<Accumulator>,
                                               0,
                                               0,
                                               N / 2 / AccumulatorRegister<Accumulator>::elements,
                                               32 / A::bits,
                                               4,
                                               AccumulatorRegister<Accumulator>::elements,
                                               sizeof(typename AccumulatorRegister<Accumulator>::type)};

/// What a thread brings.
struct WarpgroupOperands {
  void* d;
  std::uint64_t a;
  std::uint64_t b;
  bool keep;
};

void wgmma(const Instruction& instruction, WarpgroupOperands& mine, const Site& site);
void wgmma_fence();
void fence_async_shared();
void wgmma_commit();
void wgmma_wait(unsigned pending, const Site& site);
std::uint64_t wgmma_descriptor(const void* shared, std::uint32_t leading_bytes, std::uint32_t stride_bytes,
                               const Site& site);

}  // namespace detail

/// Before the first wgmma, and after registers of its accumulator were written.
inline void wgmma_fence() { detail::wgmma_fence(); }
/// Ends a group of wgmma.
inline void wgmma_commit() { detail::wgmma_commit(); }
/// Waits until at most PENDING groups are unfinished; their accumulators hold poison before.
template <int PENDING>
void wgmma_wait(Site site = Site::current()) {
  detail::wgmma_wait(PENDING, site);
}
/// Makes what this thread wrote to shared memory visible to wgmma, and what others wrote before a barrier
/// that this thread has passed. Where a kernel is watched, wgmma is told to miss it.
inline void fence_async_shared() { detail::fence_async_shared(); }

/// An operand in shared memory, K contiguous, without swizzle: blocks of 8 rows of 16 bytes, each block 128
/// consecutive bytes; `leading_bytes` lie between blocks that are neighbours along K, `stride_bytes` between
/// neighbours along M or N.
inline std::uint64_t wgmma_descriptor(const void* shared, std::uint32_t leading_bytes,
                                      std::uint32_t stride_bytes, Site site = Site::current()) {
  return detail::wgmma_descriptor(shared, leading_bytes, stride_bytes, site);
}

/// D (64 x N) = A * B + (keep ? D : 0), K = 32 bytes of elements, by the 128 threads of four warps. Warp w
/// holds rows 16 w to 16 w + 15, as mma's m16n8 blocks side by side along N. Shared memory is read when the
/// group is waited for.
template <int N, class A, class B, class Accumulator>
void wgmma(
    typename AccumulatorRegister<Accumulator>::type (&d)[N / 2 / AccumulatorRegister<Accumulator>::elements],
    std::uint64_t a_descriptor, std::uint64_t b_descriptor, bool keep, Site site = Site::current()) {
  detail::WarpgroupOperands mine{d, a_descriptor, b_descriptor, keep};
  detail::wgmma(detail::wgmma_instruction<N, A, B, Accumulator>, mine, site);
}

}  // namespace simt
