#pragma once
// The second Tensor Core: slow, on rational numbers, written from the same description as tensor_core/
// without its code, and there to convict it.
//
// It knows no shifts and no bit patterns: an exponent is found by comparing a value with powers of two, a
// term is cut by dividing it by the last kept unit and rounding the quotient to an integer, and a result is
// placed among the ordered values of its format.
#include <cstdint>
#include <span>

#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// One element of one instruction, as Mma::dot. `k` must be a multiple of 4 where the order of k is mod4.
std::uint64_t twin_dot(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                       std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       std::uint64_t accumulator, std::span<const std::uint64_t> a_scales = {},
                       std::span<const std::uint64_t> b_scales = {});

}  // namespace ulpgate
