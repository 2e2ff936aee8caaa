#pragma once
// The two simple instructions: fp64 (and AMD's fp32), and integers.
#include <cstdint>

#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// c = fma(a[k], b[k], c) for k ascending, each rounded to nearest even, subnormals kept (MMA-Sim).
/// fp64 or fp32 codes; every NaN result is nan_code. Host arithmetic:
/// the rounding mode must be the default one. The instructions' .rz, .rm and .rp are not modelled.
std::uint64_t fma_chain(const ProfileEntry& entry, const std::uint64_t* a, const std::uint64_t* b, int k,
                        std::uint64_t accumulator);

/// The exact sum of exact products and the accumulator, wrapped modulo 2^32 or clamped to int32 at the end
/// (PTX ISA, mma, .satfinite). Codes of the two operand formats and of int32.
std::uint64_t integer_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                          const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator);

}  // namespace ulpgate
