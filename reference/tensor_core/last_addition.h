#pragma once
// The ordinary addition that ends a lowered instruction.
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate {

/// sum + accumulator, IEEE 754 addition rounded to nearest even in the output format (fp32 or fp16); both may
/// be fp32 or fp16. NaN results are `nan_code`. Host arithmetic: the rounding mode must be the default one.
std::uint64_t last_addition(const Format& output, std::uint64_t sum, const Format& accumulator_format,
                            std::uint64_t accumulator, std::uint64_t nan_code);

}  // namespace ulpgate
