#pragma once
// Functions of CUDA's math library that the C library lacks. In brackets: the device's largest error in ulp,
// fp32 and fp64, of the CUDA C++ Programming Guide, "Mathematical Functions", "Standard Functions": against
// the correctly rounded result, and found by tests, so not guaranteed. Here: the fp32 ones are fp64 results
// rounded to fp32, the fp64 ones are composed of the C library's functions.
#include <math.h>

#include "ulpgate/simt/float_functions.h"

/// 1 / sqrt(x) [2, 1].
SIMT_C_FUNCTION double rsqrt(double x) noexcept { return 1.0 / sqrt(x); }
SIMT_C_FUNCTION float rsqrtf(float x) noexcept {
  return simt::arithmetic::narrowed(rsqrt(static_cast<double>(x)));
}
SIMT_FUNCTION float rsqrt(float x) { return rsqrtf(x); }

/// 1 / cbrt(x) [1, 1].
SIMT_C_FUNCTION double rcbrt(double x) noexcept {
  // glibc's cbrt errs by up to 4 ulp: one step of Newton's.
  const double y = 1.0 / cbrt(x);
  return y == 0.0 || isinf(y) ? y : y + y * (fma(-(x * y * y), y, 1.0) / 3.0);
}
SIMT_C_FUNCTION float rcbrtf(float x) noexcept {
  return simt::arithmetic::narrowed(rcbrt(static_cast<double>(x)));
}
SIMT_FUNCTION float rcbrt(float x) { return rcbrtf(x); }

/// 1 / sqrt(x^2 + y^2) [2, 1].
SIMT_C_FUNCTION double rhypot(double x, double y) noexcept { return 1.0 / hypot(x, y); }
SIMT_C_FUNCTION float rhypotf(float x, float y) noexcept {
  return simt::arithmetic::narrowed(rhypot(static_cast<double>(x), static_cast<double>(y)));
}

/// Length of a vector, and its reciprocal [3 and 2, 2 and 1].
SIMT_C_FUNCTION double norm3d(double a, double b, double c) noexcept { return hypot(hypot(a, b), c); }
SIMT_C_FUNCTION double norm4d(double a, double b, double c, double d) noexcept {
  return hypot(hypot(a, b), hypot(c, d));
}
SIMT_C_FUNCTION double rnorm3d(double a, double b, double c) noexcept { return 1.0 / norm3d(a, b, c); }
SIMT_C_FUNCTION double rnorm4d(double a, double b, double c, double d) noexcept {
  return 1.0 / norm4d(a, b, c, d);
}
SIMT_C_FUNCTION float norm3df(float a, float b, float c) noexcept {
  return simt::arithmetic::narrowed(
      norm3d(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}
SIMT_C_FUNCTION float norm4df(float a, float b, float c, float d) noexcept {
  return simt::arithmetic::narrowed(
      norm4d(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c), static_cast<double>(d)));
}
SIMT_C_FUNCTION float rnorm3df(float a, float b, float c) noexcept {
  return simt::arithmetic::narrowed(
      rnorm3d(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}
SIMT_C_FUNCTION float rnorm4df(float a, float b, float c, float d) noexcept {
  return simt::arithmetic::narrowed(rnorm4d(static_cast<double>(a), static_cast<double>(b),
                                            static_cast<double>(c), static_cast<double>(d)));
}

namespace simt::arithmetic {
inline constexpr double pi = 3.14159265358979323846;
/// sin(pi r) for |r| <= 1; 1 - |r| is exact where it is used.
SIMT_FUNCTION double sine_of_half_turns(double r) {
  const double a = fabs(r);
  return copysign(sin(pi * (a > 0.5 ? 1.0 - a : a)), r);
}
}  // namespace simt::arithmetic

/// sin(pi x) and cos(pi x) [1, 2]; sine of an integer is a zero of its sign.
SIMT_C_FUNCTION double sinpi(double x) noexcept {
  // remainder() is exact, and lies in [-1, 1].
  const double r = remainder(x, 2.0);
  return r == 0.0 || fabs(r) == 1.0 ? copysign(0.0, x) : simt::arithmetic::sine_of_half_turns(r);
}
SIMT_C_FUNCTION double cospi(double x) noexcept {
  const double a = fabs(remainder(x, 2.0));
  if (a < 0.25) return cos(simt::arithmetic::pi * a);
  if (a > 0.75) return -cos(simt::arithmetic::pi * (1.0 - a));
  return a == 0.5 ? 0.0 : sin(simt::arithmetic::pi * (0.5 - a));
}
SIMT_C_FUNCTION void sincospi(double x, double* sine, double* cosine) noexcept {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
SIMT_C_FUNCTION float sinpif(float x) noexcept {
  return simt::arithmetic::narrowed(sinpi(static_cast<double>(x)));
}
SIMT_C_FUNCTION float cospif(float x) noexcept {
  return simt::arithmetic::narrowed(cospi(static_cast<double>(x)));
}
SIMT_C_FUNCTION void sincospif(float x, float* sine, float* cosine) noexcept {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
SIMT_FUNCTION float sinpi(float x) { return sinpif(x); }
SIMT_FUNCTION float cospi(float x) { return cospif(x); }
SIMT_FUNCTION void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

/// Normal distribution's cumulative function [5, 5].
SIMT_C_FUNCTION double normcdf(double x) noexcept { return 0.5 * erfc(-0.70710678118654752440 * x); }
SIMT_C_FUNCTION float normcdff(float x) noexcept {
  return simt::arithmetic::narrowed(normcdf(static_cast<double>(x)));
}
SIMT_FUNCTION float normcdf(float x) { return normcdff(x); }

SIMT_C_FUNCTION double fdivide(double x, double y) noexcept { return x / y; }
SIMT_C_FUNCTION float fdividef(float x, float y) noexcept { return __fdiv_rn(x, y); }
