#include "kernels/executor/tests/wrong_kernels.h"

namespace executor_test {
inline namespace SIMT_BUILD {
namespace {

constexpr unsigned all = 0xFFFFFFFFU;

__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(all, v, o);
  return v;
}

// Right ones.
__global__ void block_sum(float* out, const float* in, int n) {
  SIMT_SHARED(float, part, [8]);
  float s = 0;
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) s += in[i];
  s = warp_sum(s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  float t = 0;
  for (unsigned w = 0; w < blockDim.x / 32; ++w) t += part[w];
  out[threadIdx.x] = t;
}
__global__ void warp_transpose(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [8][32]);
  const unsigned w = threadIdx.x / 32, l = threadIdx.x % 32;
  tile[w][l] = in[threadIdx.x];
  __syncwarp();
  const float x = tile[w][31 - l];
  __syncwarp();
  tile[w][l] = x * 2;
  __syncwarp();
  out[threadIdx.x] = tile[w][l ^ 1];
}
__global__ void half_warps(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  const unsigned mask = threadIdx.x % 32 < 16 ? 0xFFFFU : 0xFFFF0000U;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncwarp(mask);
  out[threadIdx.x] = tile[threadIdx.x ^ 5];
}
__global__ void histogram(float* out, const float* in, int n) {
  SIMT_SHARED(unsigned, bins, [16]);
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
    atomicAdd(&bins[static_cast<int>(in[i]) & 15], 1U);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = static_cast<float>(bins[threadIdx.x]);
}
__global__ void early_exit(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  if (threadIdx.x >= 64) return;  // whole warps: the barrier is for those that stay
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void pipeline(float* out, const float* in, int n) {
  SIMT_DYNAMIC_SHARED(float, stages);
  float s = 0;
  const int blocks = n / static_cast<int>(blockDim.x * 4);
  for (int b = 0; b < blocks + 1; ++b) {
    if (b < blocks)
      simt::copy_async<16>(stages + (b % 2) * 4 * blockDim.x + 4 * threadIdx.x,
                           in + (b * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)) * 4, 16);
    simt::copy_async_commit();
    if (b == 0) continue;
    simt::copy_async_wait<1>();
    __syncthreads();
    for (unsigned i = 0; i < 4; ++i)
      s += stages[((b - 1) % 2) * 4 * blockDim.x + (threadIdx.x + i * blockDim.x)];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

// wgmma on a tile of 64 x 16 that all have written, by itself.
__device__ void write_tile(std::uint16_t (&tile)[1024], const float* in) {
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x)
    tile[i] = static_cast<std::uint16_t>(in[i % blockDim.x]);
}
__device__ float multiply_tile(const std::uint16_t (&tile)[1024]) {
  const std::uint64_t descriptor = simt::wgmma_descriptor(tile, 128, 256);
  float d[32] = {};
  simt::wgmma_fence();
  simt::wgmma<64, simt::fp16, simt::fp16, float>(d, descriptor, descriptor, false);
  simt::wgmma_commit();
  simt::wgmma_wait<0>();
  return d[1];
}
__global__ void fenced_by_writers(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  simt::fence_async_shared();
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
}
__global__ void fenced_by_readers(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  __syncthreads();
  simt::fence_async_shared();
  out[threadIdx.x] = multiply_tile(tile);
}
__global__ void fenced_by_a_lane(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  __syncwarp();
  if (threadIdx.x % 32 == 7) simt::fence_async_shared();
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
}

__global__ void half_warps_apart(float* out, const float* in, int) {
  SIMT_SHARED(float, first, [8]);
  const unsigned w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (l == 0) first[w] = in[threadIdx.x];
  __syncwarp();
  if (l < 16) {
    for (int i = 0; i < 3; ++i) __syncwarp(0xFFFFU);
  }
  const float x = first[w];
  __syncwarp();
  if (l == 31) first[w] = x + 1;
  __syncwarp();
  out[threadIdx.x] = x + first[w];
}

// Wrong ones.
__global__ void dropped_barrier(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
__global__ void missing_syncwarp(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  tile[threadIdx.x] = warp_sum(in[threadIdx.x]);
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void overwritten_too_soon(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float x = tile[255 - threadIdx.x];
  tile[threadIdx.x] = x;
  out[threadIdx.x] = x;
}
__global__ void atomic_against_plain(float* out, const float* in, int) {
  SIMT_SHARED(unsigned, count, );
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1U);
  out[threadIdx.x] = in[threadIdx.x] + static_cast<float>(count);
}
__global__ void cleared_beside_atomics(float* out, const float*, int) {
  SIMT_SHARED(unsigned, count, );
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, 1U);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(count);
}
__global__ void cleared_for_a_warp(float* out, const float*, int) {
  SIMT_SHARED(unsigned, count, );
  if (threadIdx.x == 0) count = 0;
  __syncwarp();
  if (threadIdx.x % 32 == 1) atomicAdd(&count, 1U);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(count);
}
__global__ void unwritten(float* out, const float* in, int n) {
  SIMT_SHARED(float, tile, [256]);
  if (static_cast<int>(threadIdx.x) < n - 1) tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void shared_overflow(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [256]);
  tile[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x == 0 ? 1 : threadIdx.x];
}
__global__ void dynamic_overflow(float* out, const float* in, int) {
  SIMT_DYNAMIC_SHARED(float, tile);
  tile[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x == 0 ? 1 : threadIdx.x];
}
__global__ void too_much_declared(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [12289]);
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void too_much_together(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [257]);
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void global_overflow(float* out, const float* in, int n) {
  out[threadIdx.x] = in[(static_cast<int>(threadIdx.x) + 1) % (n + 1)];
}
__global__ void divergent_barrier(float* out, const float* in, int) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
  }
}
__global__ void barrier_and_shuffle(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    __syncthreads();
  } else {
    x = __shfl_sync(all, x, 0);
  }
  out[threadIdx.x] = x;
}
__global__ void mask_without_caller(float* out, const float* in, int) {
  out[threadIdx.x] = __shfl_sync(0xFFFFU, in[threadIdx.x], 0);
}
__global__ void masks_differ(float* out, const float* in, int) {
  out[threadIdx.x] = __shfl_sync(threadIdx.x % 2 == 0 ? all : 0xAAAAAAAAU, in[threadIdx.x], 1);
}
__global__ void reads_unnamed_lane(float* out, const float* in, int) {
  if (threadIdx.x % 32 >= 16) return;
  out[threadIdx.x] = __shfl_down_sync(0xFFFFU, in[threadIdx.x], 1);
}
__global__ void exited_lane(float* out, const float* in, int) {
  if (threadIdx.x % 32 == 31) return;
  out[threadIdx.x] = warp_sum(in[threadIdx.x]);
}
__global__ void exits_while_waited_for(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x % 32 != 31) x = warp_sum(x);
  out[threadIdx.x] = x;
}
__global__ void different_functions(float* out, const float* in, int) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = __shfl_sync(all, in[threadIdx.x], 0);
  } else {
    out[threadIdx.x] = static_cast<float>(__ballot_sync(all, 1));
  }
}
__global__ void misaligned(float* out, const float* in, int) {
  const float4 x = simt::load<float4>(in + threadIdx.x % 32);
  out[threadIdx.x] = x.x;
}
__global__ void misaligned_plain(float* out, const float* in, int) {
  const auto* words = reinterpret_cast<const unsigned long long*>(in + 1);
  out[threadIdx.x] = static_cast<float>(words[threadIdx.x % 32]);
}
__global__ void misaligned_pair(float* out, const float*, int) {
  *reinterpret_cast<float2*>(out + 3 * (threadIdx.x % 64)) = make_float2(1, 2);
}
__global__ void misaligned_quad(float* out, const float* in, int) {
  const float4 x = *reinterpret_cast<const float4*>(in + threadIdx.x % 32);
  out[threadIdx.x] = x.x + x.y + x.z + x.w;
}
__global__ void misaligned_copy(float* out, const float* in, int) {
  reinterpret_cast<float4*>(out)[threadIdx.x % 32] = *reinterpret_cast<const float4*>(in + threadIdx.x % 32);
}
__global__ void misaligned_in_shared(float* out, const float* in, int) {
  SIMT_SHARED(float, tile, [260]);
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 4) tile[256 + threadIdx.x] = 0;
  __syncthreads();
  const float4 x = *reinterpret_cast<const float4*>(&tile[threadIdx.x]);
  out[threadIdx.x] = x.x + x.w;
}
__global__ void copy_not_waited_for(float* out, const float* in, int) {
  SIMT_SHARED(float4, tile, [64]);
  if (threadIdx.x < 64) simt::copy_async<16>(&tile[threadIdx.x], in + 4 * threadIdx.x, 16);
  simt::copy_async_commit();
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<const float*>(tile)[threadIdx.x];
}
__global__ void copy_without_barrier(float* out, const float* in, int) {
  SIMT_SHARED(float4, tile, [64]);
  if (threadIdx.x < 64) simt::copy_async<16>(&tile[threadIdx.x], in + 4 * threadIdx.x, 16);
  simt::copy_async_commit();
  simt::copy_async_wait<0>();
  if (threadIdx.x < 64) out[threadIdx.x] = tile[63 - threadIdx.x].x;
}
__global__ void half_of_a_warp_multiplies(float* out, const float* in, int) {
  const std::uint32_t a[4] = {}, b[2] = {};
  float d[4] = {};
  if (threadIdx.x % 32 < 16) simt::mma<16, 8, 16, simt::fp16, simt::fp16, float>(d, a, b, d);
  out[threadIdx.x] = d[0] + in[threadIdx.x];
}
__global__ void no_proxy_fence(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
}
__global__ void proxy_fence_too_early(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  simt::fence_async_shared();
  write_tile(tile, in);
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
}
__global__ void proxy_fence_too_late(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
  simt::fence_async_shared();
}
__global__ void proxy_fence_by_some(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  if (threadIdx.x % 32 != 31) simt::fence_async_shared();
  __syncthreads();
  out[threadIdx.x] = multiply_tile(tile);
}
__global__ void proxy_fence_once_for_two(float* out, const float* in, int) {
  SIMT_SHARED(std::uint16_t, tile, [1024]);
  write_tile(tile, in);
  simt::fence_async_shared();
  __syncthreads();
  const float first = multiply_tile(tile);
  __syncthreads();
  write_tile(tile, in);
  __syncthreads();
  out[threadIdx.x] = first + multiply_tile(tile);
}

constexpr Subject table[] = {
    {"block_sum", block_sum, 256, 0, "none", "none"},
    {"warp_transpose", warp_transpose, 256, 0, "none", "none"},
    {"half_warps", half_warps, 256, 0, "none", "none"},
    {"histogram", histogram, 256, 0, "none", "none"},
    {"early_exit", early_exit, 256, 0, "none", "none"},
    {"pipeline", pipeline, 32, 1024, "none", "none"},
    {"fenced_by_writers", fenced_by_writers, 256, 0, "none", "none"},
    {"fenced_by_readers", fenced_by_readers, 256, 0, "none", "none"},
    {"fenced_by_a_lane", fenced_by_a_lane, 256, 0, "none", "none"},
    {"half_warps_apart", half_warps_apart, 256, 0, "none", "none"},
    {"dropped_barrier", dropped_barrier, 256, 0, "none", "shared race"},
    {"missing_syncwarp", missing_syncwarp, 256, 0, "none", "shared race"},
    {"overwritten_too_soon", overwritten_too_soon, 256, 0, "none", "shared race"},
    {"atomic_against_plain", atomic_against_plain, 256, 0, "none", "shared race"},
    {"cleared_beside_atomics", cleared_beside_atomics, 256, 0, "none", "shared race"},
    {"cleared_for_a_warp", cleared_for_a_warp, 256, 0, "none", "shared race"},
    {"unwritten", unwritten, 256, 0, "none", "uninitialised shared read"},
    {"shared_overflow", shared_overflow, 256, 0, "none", "shared out of bounds"},
    {"dynamic_overflow", dynamic_overflow, 256, 1024, "none", "shared out of bounds"},
    {"too_much_declared", too_much_declared, 256, 0, "launch", "launch"},
    {"too_much_together", too_much_together, 256, 226 * 1024, "launch", "launch"},
    {"global_overflow", global_overflow, 256, 0, "none", "global out of bounds"},
    {"divergent_barrier", divergent_barrier, 256, 0, "barrier divergence", "barrier divergence"},
    {"barrier_and_shuffle", barrier_and_shuffle, 256, 0, "deadlock", "deadlock"},
    {"mask_without_caller", mask_without_caller, 256, 0, "bad mask", "bad mask"},
    {"masks_differ", masks_differ, 256, 0, "bad mask", "bad mask"},
    {"reads_unnamed_lane", reads_unnamed_lane, 256, 0, "bad mask", "bad mask"},
    {"exited_lane", exited_lane, 256, 0, "exited lane", "exited lane"},
    {"exits_while_waited_for", exits_while_waited_for, 256, 0, "exited lane", "exited lane"},
    {"different_functions", different_functions, 256, 0, "collective mismatch", "collective mismatch"},
    {"misaligned", misaligned, 256, 0, "misaligned access", "misaligned access"},
    {"misaligned_plain", misaligned_plain, 256, 0, "none", "misaligned access"},
    {"misaligned_pair", misaligned_pair, 256, 0, "none", "misaligned access"},
    {"misaligned_quad", misaligned_quad, 256, 0, nullptr, "misaligned access"},
    {"misaligned_copy", misaligned_copy, 256, 0, nullptr, "misaligned access"},
    {"misaligned_in_shared", misaligned_in_shared, 256, 0, nullptr, "misaligned access"},
    {"copy_not_waited_for", copy_not_waited_for, 256, 0, "none", "unfinished copy"},
    {"copy_without_barrier", copy_without_barrier, 256, 0, "none", "shared race"},
    {"half_of_a_warp_multiplies", half_of_a_warp_multiplies, 256, 0, "exited lane", "exited lane"},
    {"no_proxy_fence", no_proxy_fence, 256, 0, "none", "missing proxy fence"},
    {"proxy_fence_too_early", proxy_fence_too_early, 256, 0, "none", "missing proxy fence"},
    {"proxy_fence_too_late", proxy_fence_too_late, 256, 0, "none", "missing proxy fence"},
    {"proxy_fence_by_some", proxy_fence_by_some, 256, 0, "none", "missing proxy fence"},
    {"proxy_fence_once_for_two", proxy_fence_once_for_two, 256, 0, "none", "missing proxy fence"},
};

}  // namespace

const Subject* subjects(int& count) {
  count = static_cast<int>(sizeof table / sizeof table[0]);
  return table;
}

}  // namespace SIMT_BUILD
}  // namespace executor_test
