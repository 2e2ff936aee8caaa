#pragma once
// CUDA's fast fp32 functions. The device's are approximations with the largest errors that are repeated below
// from the CUDA C++ Programming Guide, "Mathematical Functions", "Intrinsic Functions": against the correctly
// rounded result, and found by tests, so not guaranteed. Here each is the fp64 result rounded to fp32, whose
// error stays below 0.5001 ulp. A host run so checks logic and bounds, never the bits of these.
//
//   __fdividef(x, y)  2 ulp for 2^-126 <= |y| <= 2^126; for 2^126 < |y| < 2^128 zero, or NaN where x
//                     is infinite (done here too)
//   __expf(x)         2 + floor(|1.173 x|) ulp           __exp10f(x)   2 + floor(|2.97 x|) ulp
//   __logf(x)         2^-21.41 absolute for x in [0.5, 2], else 3 ulp
//   __log2f(x)        2^-22 absolute for x in [0.5, 2], else 2 ulp
//   __log10f(x)       2^-24 absolute for x in [0.5, 2], else 3 ulp
//   __sinf(x)         2^-21.41 absolute for x in [-pi, pi], more elsewhere
//   __cosf(x)         2^-21.19 absolute for x in [-pi, pi], more elsewhere
//   __tanf(x)         as __sinf(x) * (1 / __cosf(x))
//   __powf(x, y)      as exp2f(y * __log2f(x)): NaN for x < 0
//   __tanhf(x)        2^-11 relative; before sm_75 tanhf, 2 ulp
#include <math.h>

#include "ulpgate/simt/float_arithmetic.h"
#include "ulpgate/simt/host_function.h"

namespace simt::arithmetic {
SIMT_FUNCTION float narrowed(double x) { return device_nan(static_cast<float>(x)); }
SIMT_FUNCTION double widened(float x) { return static_cast<double>(x); }
}  // namespace simt::arithmetic

SIMT_C_FUNCTION float __expf(float x) noexcept {
  return simt::arithmetic::narrowed(exp(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __exp10f(float x) noexcept {
  return simt::arithmetic::narrowed(pow(10.0, simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __logf(float x) noexcept {
  return simt::arithmetic::narrowed(log(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __log2f(float x) noexcept {
  return simt::arithmetic::narrowed(log2(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __log10f(float x) noexcept {
  return simt::arithmetic::narrowed(log10(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __powf(float x, float y) noexcept {
  return simt::arithmetic::narrowed(exp2(simt::arithmetic::widened(y) * log2(simt::arithmetic::widened(x))));
}
SIMT_C_FUNCTION float __sinf(float x) noexcept {
  return simt::arithmetic::narrowed(sin(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __cosf(float x) noexcept {
  return simt::arithmetic::narrowed(cos(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION float __tanf(float x) noexcept {
  return simt::arithmetic::narrowed(tan(simt::arithmetic::widened(x)));
}
SIMT_C_FUNCTION void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
SIMT_C_FUNCTION float __tanhf(float x) noexcept {
  return simt::arithmetic::narrowed(tanh(simt::arithmetic::widened(x)));
}

SIMT_FUNCTION float __fdividef(float x, float y) {
  if (fabsf(y) > 0x1p126f && !isinf(y))
    return x == x && !isinf(x) ? 0.0f : simt::arithmetic::device_nan(x - x);
  return __fdiv_rn(x, y);
}

/// Clamped to [0, 1]; NaN and -0 become +0.
SIMT_FUNCTION float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
