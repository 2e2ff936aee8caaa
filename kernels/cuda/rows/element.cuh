#pragma once
// Elements of rows as fp32 values: fp32, fp16 and bf16.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/elements.cuh"
#include "kernels/cuda/rows/memory.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ float to_float(float x) { return x; }
__device__ __forceinline__ float to_float(__half x) { return __half2float(x); }
__device__ __forceinline__ float to_float(__nv_bfloat16 x) { return __bfloat162float(x); }

/// To nearest even.
__device__ __forceinline__ void set(float& to, float x) { to = x; }
__device__ __forceinline__ void set(__half& to, float x) { to = __float2half_rn(x); }
__device__ __forceinline__ void set(__nv_bfloat16& to, float x) { to = __float2bfloat16_rn(x); }

template <class X>
inline constexpr ElementFormat element_format = ElementFormat::fp32;
template <>
inline constexpr ElementFormat element_format<__half> = ElementFormat::fp16;
template <>
inline constexpr ElementFormat element_format<__nv_bfloat16> = ElementFormat::bf16;

/// The first element of a row.
template <class X>
__device__ __forceinline__ X* row_of(const RowMemory& m, std::int64_t outer, std::int64_t inner = 0) {
  return static_cast<X*>(m.data) + outer * m.outer_stride + inner * m.inner_stride;
}

/// An element of a tensor whose format the kernel is not made for.
__device__ __forceinline__ float element_at(const RowMemory& m, std::int64_t outer, std::int64_t i,
                                            std::int64_t inner = 0) {
  return load_element(m.format, m.data, outer * m.outer_stride + i * m.stride + inner * m.inner_stride);
}
__device__ __forceinline__ void set_element(const RowMemory& m, std::int64_t outer, std::int64_t i, float x) {
  store_element(m.format, m.data, outer * m.outer_stride + i * m.stride, x);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
