#pragma once
// What a factor is, and what a product of two factors is: IEEE 754-2019, sections 6.1 and 6.2.
#include <cstdint>

#include "reference/formats/decode.h"

namespace ulpgate::products {

enum class FactorClass : std::uint8_t { zero, positive, negative, positive_infinity, negative_infinity, nan };

constexpr bool is_special(FactorClass c) { return c >= FactorClass::positive_infinity; }
constexpr bool is_negative(FactorClass c) {
  return c == FactorClass::negative || c == FactorClass::negative_infinity;
}

constexpr FactorClass class_of(const Unpacked& value) {
  switch (value.number_class) {
    case NumberClass::zero:
      return FactorClass::zero;
    case NumberClass::finite:
      return value.negative ? FactorClass::negative : FactorClass::positive;
    case NumberClass::infinity:
      return value.negative ? FactorClass::negative_infinity : FactorClass::positive_infinity;
    case NumberClass::nan:
      break;
  }
  return FactorClass::nan;
}

/// With `zero_annihilates`, a zero factor makes every product zero. Associative either way.
constexpr FactorClass product_class(FactorClass a, FactorClass b, bool zero_annihilates) {
  const bool zero = a == FactorClass::zero || b == FactorClass::zero;
  if (zero && (zero_annihilates || (!is_special(a) && !is_special(b)))) return FactorClass::zero;
  if (zero || a == FactorClass::nan || b == FactorClass::nan) return FactorClass::nan;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_special(a) || is_special(b))
    return negative ? FactorClass::negative_infinity : FactorClass::positive_infinity;
  return negative ? FactorClass::negative : FactorClass::positive;
}

/// What is known of one sum beside its value: bits of a byte.
enum SumFlag : std::uint8_t {
  has_nan = 1,
  has_positive_infinity = 2,
  has_negative_infinity = 4,
  has_remainder = 8,  ///< the sum is not high + low
  beyond_double = 16,
};

constexpr std::uint8_t flag_of_product(FactorClass product) {
  switch (product) {
    case FactorClass::nan:
      return has_nan;
    case FactorClass::positive_infinity:
      return has_positive_infinity;
    case FactorClass::negative_infinity:
      return has_negative_infinity;
    default:
      return 0;
  }
}

}  // namespace ulpgate::products
