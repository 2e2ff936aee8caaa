#pragma once
// CUDA's functions of fp16 and bf16: h<name> of one number, h2<name> of a pair.
//
// hceil, hfloor, hrint and htrunc are exact. Of the others NVIDIA (CUDA Math API; the headers' comments) says
// "round-to-nearest-even mode" and states no error bound; here they are the fp64 result rounded to the
// format, which for every input is the correctly rounded one where the C library errs by less than an fp64
// ulp or two (the tests look at all of them). htanh_approx is correctly rounded too; the device's is PTX's
// tanh.approx, with an absolute error up to 2^-10.987 (fp16) and 2^-8 (bf16): PTX ISA, "Half Precision
// Floating Point Instructions: tanh". Every NaN is 0x7FFF.
#include <math.h>

#include "ulpgate/simt/narrow.h"

#define SIMT_UNARY_OF(Number, Pair, name, name2, expression) \
  SIMT_FUNCTION Number name(const Number x) {                \
    using namespace simt::arithmetic;                        \
    return expression;                                       \
  }                                                          \
  SIMT_FUNCTION Pair name2(const Pair x) { return Pair(name(x.x), name(x.y)); }
#define SIMT_UNARY(name, name2, value)                               \
  SIMT_UNARY_OF(__half, __half2, name, name2, narrow<__half>(value)) \
  SIMT_UNARY_OF(__nv_bfloat16, __nv_bfloat162, name, name2, narrow<__nv_bfloat16>(value))
#define SIMT_TO_INTEGRAL(name, name2, direction)                                   \
  SIMT_UNARY_OF(__half, __half2, name, name2, to_integral(x, Rounding::direction)) \
  SIMT_UNARY_OF(__nv_bfloat16, __nv_bfloat162, name, name2, to_integral(x, Rounding::direction))

SIMT_TO_INTEGRAL(hceil, h2ceil, up)
SIMT_TO_INTEGRAL(hfloor, h2floor, down)
SIMT_TO_INTEGRAL(hrint, h2rint, nearest_even)
SIMT_TO_INTEGRAL(htrunc, h2trunc, toward_zero)

SIMT_UNARY(hexp, h2exp, ::exp(wide(x)))
SIMT_UNARY(hexp2, h2exp2, ::exp2(wide(x)))
SIMT_UNARY(hexp10, h2exp10, ::pow(10.0, wide(x)))
SIMT_UNARY(hlog, h2log, ::log(wide(x)))
SIMT_UNARY(hlog2, h2log2, ::log2(wide(x)))
SIMT_UNARY(hlog10, h2log10, ::log10(wide(x)))
SIMT_UNARY(hsqrt, h2sqrt, ::sqrt(wide(x)))
SIMT_UNARY(hrsqrt, h2rsqrt, 1.0 / ::sqrt(wide(x)))
SIMT_UNARY(hrcp, h2rcp, 1.0 / wide(x))
SIMT_UNARY(hsin, h2sin, ::sin(wide(x)))
SIMT_UNARY(hcos, h2cos, ::cos(wide(x)))
SIMT_UNARY(htanh, h2tanh, ::tanh(wide(x)))
SIMT_UNARY(htanh_approx, h2tanh_approx, ::tanh(wide(x)))

#undef SIMT_TO_INTEGRAL
#undef SIMT_UNARY
#undef SIMT_UNARY_OF
