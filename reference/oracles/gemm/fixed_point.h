#pragma once
// Sums in fixed point: each row of A and each column of B in units of its own, products added as integers.
#include "reference/oracles/gemm/leading.h"
#include "reference/oracles/gemm/method.h"

namespace ulpgate::products {

/// Bits that hold any sum of `length` products of lines so wide, without the sign.
int sum_bits(const Lines& a, const Lines& b);
/// Whether the sums fit into 126 bits and the factors into 62.
bool fits_fixed_point(const Lines& a, const Lines& b);
/// Whether they fit into 62 bits, and the factors into 31.
bool fits_short_fixed_point(const Lines& a, const Lines& b);

/// Both operands must be alive as long as the method.
std::unique_ptr<SumMethod> make_fixed_point(const Lines& a, const Lines& b, unsigned threads);

/// The lines' integers, one line after another.
Storage<std::int64_t> integers_of(const Lines& lines, unsigned threads);

/// The exact sum of two lines of integers.
Int128 dot(const std::int64_t* a, const std::int64_t* b, std::int64_t length);

}  // namespace ulpgate::products
