#pragma once
// Sums by products of slices in double (slicing.h), each row of them checked modulo a prime (freivalds.h).
//
// A row that fails the check is computed again in fixed point. What the check cannot see is an error that is
// a multiple of 2^61 - 1. No single wrong product of slices makes one: it enters a sum as d * 2^s or
// d * 2^s * (2^t - 1) with |d| <= 2^54 and t < 61, which that prime does not divide.
#include "reference/oracles/gemm/kernels.h"
#include "reference/oracles/gemm/method.h"
#include "reference/oracles/gemm/slicing.h"

namespace ulpgate::products {

using MultiplyDoubles = decltype(ProductKernels::multiply_doubles);

/// slicing.length must not be 0. Both operands must be alive as long as the method. `multiply` stands in for
/// the kernel in tests.
std::unique_ptr<SumMethod> make_sliced(const Lines& a, const Lines& b, const Slicing& slicing,
                                       unsigned threads,
                                       MultiplyDoubles multiply = product_kernels().multiply_doubles);

}  // namespace ulpgate::products
