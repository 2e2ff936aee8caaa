#pragma once
// Elements by value.
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/cuda/format_of.h"
#include "reference/formats/format.h"

namespace ulpgate::cuda::kernel_test {

/// Rounds to nearest even.
void set_number(const Format& f, void* data, std::int64_t index, double value);
double number(const Format& f, const void* data, std::int64_t index);

/// A whole number from -2 to 2, which every format has, by `seed` and place.
double small_number(std::uint64_t seed, std::uint64_t place);

}  // namespace ulpgate::cuda::kernel_test
