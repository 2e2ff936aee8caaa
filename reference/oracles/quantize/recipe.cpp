#include "reference/oracles/quantize/recipe.h"

#include "reference/formats/decode.h"

namespace ulpgate::quantize {

int largest_exponent(const Format& element) {
  const Unpacked u = unpack(element, max_finite_magnitude(element));
  return u.exponent + element.significand_bits;
}

float largest_number(const Format& element) {
  return static_cast<float>(to_double(element, max_finite_magnitude(element)));
}

}  // namespace ulpgate::quantize
