#pragma once
// wgmma (sm_90a alone): four warps multiply 64 x K by K x N, both from shared memory. Elsewhere it traps.
#include <cstdint>

#include "ulpgate/simt/device_copy.h"
#include "ulpgate/simt/fragment.h"

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define SIMT_HAS_WGMMA 1
#else
#define SIMT_HAS_WGMMA 0
#endif

namespace simt {

/// Before the first wgmma, and after registers of its accumulator were written.
__device__ __forceinline__ void wgmma_fence() {
#if SIMT_HAS_WGMMA
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}
/// Ends a group of wgmma.
__device__ __forceinline__ void wgmma_commit() {
#if SIMT_HAS_WGMMA
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}
/// Waits until at most Pending groups are unfinished; their accumulators are not to be touched before.
template <int Pending>
__device__ __forceinline__ void wgmma_wait() {
#if SIMT_HAS_WGMMA
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
#endif
}
/// Makes what this thread wrote to shared memory visible to wgmma.
__device__ __forceinline__ void fence_async_shared() {
#if SIMT_HAS_WGMMA
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/// An operand in shared memory, K contiguous, without swizzle: blocks of 8 rows of 16 bytes, each block 128
/// consecutive bytes. `leading_bytes` lie between blocks that are neighbours along K, `stride_bytes` between
/// neighbours along M or N. All are multiples of 16.
__device__ __forceinline__ std::uint64_t wgmma_descriptor(const void* shared, std::uint32_t leading_bytes,
                                                          std::uint32_t stride_bytes) {
  const auto field = [](std::uint32_t bytes) { return static_cast<std::uint64_t>(bytes >> 4 & 0x3FFF); };
  return field(shared_address(shared)) | field(leading_bytes) << 16 | field(stride_bytes) << 32;
}

namespace ptx {

template <int N, class A, class B, class Accumulator>
struct WgmmaInstruction;

#if SIMT_HAS_WGMMA
#define SIMT_WGMMA_FP32(A, B, instruction, rest)                                                             \
  template <>                                                                                                \
  struct WgmmaInstruction<64, A, B, float> {                                                                 \
    static __device__ __forceinline__ void run(float (&d)[32], std::uint64_t a, std::uint64_t b,             \
                                               bool keep) {                                                  \
      asm volatile(                                                                                          \
          "{ .reg .pred keep; setp.ne.b32 keep, %34, 0;\n"                                                   \
          "wgmma.mma_async.sync.aligned." instruction                                                        \
          " {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25," \
          "%26,%27,%28,%29,%30,%31}, %32, %33, keep, " rest "; }"                                            \
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),  \
            "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),         \
            "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]),       \
            "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]),       \
            "+f"(d[29]), "+f"(d[30]), "+f"(d[31])                                                            \
          : "l"(a), "l"(b), "r"(static_cast<int>(keep)));                                                    \
    }                                                                                                        \
  };
#define SIMT_WGMMA_FP16(A, B, instruction, rest)                                                            \
  template <>                                                                                               \
  struct WgmmaInstruction<64, A, B, fp16> {                                                                 \
    static __device__ __forceinline__ void run(std::uint32_t (&d)[16], std::uint64_t a, std::uint64_t b,    \
                                               bool keep) {                                                 \
      asm volatile(                                                                                         \
          "{ .reg .pred keep; setp.ne.b32 keep, %18, 0;\n"                                                  \
          "wgmma.mma_async.sync.aligned." instruction                                                       \
          " {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, %16, %17, keep, " rest "; }"           \
          : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), \
            "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]),        \
            "+r"(d[15])                                                                                     \
          : "l"(a), "l"(b), "r"(static_cast<int>(keep)));                                                   \
    }                                                                                                       \
  };
// After the predicate: factors of A and B, and of 16-bit formats whether they are transposed.
SIMT_WGMMA_FP32(fp16, fp16, "m64n64k16.f32.f16.f16", "1, 1, 0, 0")
SIMT_WGMMA_FP32(bf16, bf16, "m64n64k16.f32.bf16.bf16", "1, 1, 0, 0")
SIMT_WGMMA_FP32(tf32, tf32, "m64n64k8.f32.tf32.tf32", "1, 1")
SIMT_WGMMA_FP32(e4m3, e4m3, "m64n64k32.f32.e4m3.e4m3", "1, 1")
SIMT_WGMMA_FP32(e4m3, e5m2, "m64n64k32.f32.e4m3.e5m2", "1, 1")
SIMT_WGMMA_FP32(e5m2, e4m3, "m64n64k32.f32.e5m2.e4m3", "1, 1")
SIMT_WGMMA_FP32(e5m2, e5m2, "m64n64k32.f32.e5m2.e5m2", "1, 1")
SIMT_WGMMA_FP16(fp16, fp16, "m64n64k16.f16.f16.f16", "1, 1, 0, 0")
SIMT_WGMMA_FP16(e4m3, e4m3, "m64n64k32.f16.e4m3.e4m3", "1, 1")
SIMT_WGMMA_FP16(e5m2, e5m2, "m64n64k32.f16.e5m2.e5m2", "1, 1")
#undef SIMT_WGMMA_FP16
#undef SIMT_WGMMA_FP32
#endif

}  // namespace ptx

/// D (64 x N) = A * B + (keep ? D : 0), K = 32 bytes of elements; N is 64. By four warps together, in order
/// after wgmma_fence; D counts after wgmma_wait. Warp w holds rows 16 w to 16 w + 15, as mma's m16n8 blocks
/// side by side along N.
template <int N, class A, class B, class Accumulator>
__device__ __forceinline__ void wgmma(
    typename AccumulatorRegister<Accumulator>::type (&d)[N / 2 / AccumulatorRegister<Accumulator>::elements],
    std::uint64_t a_descriptor, std::uint64_t b_descriptor, bool keep) {
#if SIMT_HAS_WGMMA
  ptx::WgmmaInstruction<N, A, B, Accumulator>::run(d, a_descriptor, b_descriptor, keep);
#else
  (void)d, (void)a_descriptor, (void)b_descriptor, (void)keep;
  __trap();
#endif
}

}  // namespace simt
