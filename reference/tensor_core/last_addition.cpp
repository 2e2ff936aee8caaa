#include "reference/tensor_core/last_addition.h"

#include <bit>
#include <cmath>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/formats/rule.h"

namespace ulpgate {

std::uint64_t last_addition(const Format& output, std::uint64_t sum, const Format& accumulator_format,
                            std::uint64_t accumulator, std::uint64_t nan_code) {
  const double x = to_double(output, sum), y = to_double(accumulator_format, accumulator);
  if (output.significand_bits >= 23) {
    const float result = static_cast<float>(x) + static_cast<float>(y);
    return std::isnan(result) ? nan_code : std::bit_cast<std::uint32_t>(result);
  }
  const double result = x + y;  // exact for fp16
  if (std::isnan(result)) return nan_code;
  return encode(output, unpack(formats::fp64, std::bit_cast<std::uint64_t>(result)), Rule{}).code;
}

}  // namespace ulpgate
