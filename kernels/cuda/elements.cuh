#pragma once
// Elements in memory, as fp32 values.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/element_format.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ float from_fp8(__nv_fp8_storage_t code, __nv_fp8_interpretation_t format) {
  return __half2float(__half(__nv_cvt_fp8_to_halfraw(code, format)));
}

/// Exact.
__device__ __forceinline__ float load_element(ElementFormat format, const void* data, std::int64_t index) {
  switch (format) {
    case ElementFormat::fp16:
      return __half2float(static_cast<const __half*>(data)[index]);
    case ElementFormat::bf16:
      return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[index]);
    case ElementFormat::e4m3:
      return from_fp8(static_cast<const __nv_fp8_storage_t*>(data)[index], __NV_E4M3);
    case ElementFormat::e5m2:
      return from_fp8(static_cast<const __nv_fp8_storage_t*>(data)[index], __NV_E5M2);
    default:
      return static_cast<const float*>(data)[index];
  }
}

/// To nearest even; e4m3 and e5m2 saturate.
__device__ __forceinline__ void store_element(ElementFormat format, void* data, std::int64_t index, float x) {
  switch (format) {
    case ElementFormat::fp16:
      static_cast<__half*>(data)[index] = __float2half_rn(x);
      break;
    case ElementFormat::bf16:
      static_cast<__nv_bfloat16*>(data)[index] = __float2bfloat16_rn(x);
      break;
    case ElementFormat::e4m3:
      static_cast<__nv_fp8_storage_t*>(data)[index] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
      break;
    case ElementFormat::e5m2:
      static_cast<__nv_fp8_storage_t*>(data)[index] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
      break;
    default:
      static_cast<float*>(data)[index] = x;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
