#pragma once
// Numbers for the slow Tensor Core: integers in units of 2^-900, which hold every product and every unit that
// a matrix instruction with 16-bit operands, scales and an fp32 accumulator can meet.
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "reference/formats/decode.h"
#include "reference/tensor_core/arithmetic.h"
#include "reference/twins/rational.h"

namespace ulpgate::twin {

using Integer = boost::multiprecision::cpp_int;

constexpr int fraction_bits = 900;

struct Value {
  NumberClass number_class = NumberClass::zero;
  bool negative = false;
  Integer number;    ///< signed, in units of 2^-900; classes zero and finite
  int exponent = 0;  ///< what alignment takes for its exponent; class finite

  bool is_nan() const { return number_class == NumberClass::nan; }
  bool is_infinity() const { return number_class == NumberClass::infinity; }
  bool is_zero() const { return number_class == NumberClass::zero; }
};

/// 2^exponent.
Integer power(int exponent);
/// The largest e with 2^e <= |number|, by comparison with every candidate of a bisection.
int leading_exponent(const Integer& number);
/// A code's value; its exponent, and whether it is flushed, by the rule for subnormal numbers.
Value value_of(const Format& format, std::uint64_t code, SubnormalRule subnormals);
/// The exact product; 0 * infinity is NaN. Exponents add.
Value product(const Value& a, const Value& b);
/// number / 2^unit as an integer, rounded.
Integer quotient(const Integer& number, int unit, Alignment rounding);

/// Places number, not zero, among the values of `format` with only `kept` fraction bits: nearest, ties to
/// even, or toward zero. At or beyond the value that would follow the largest one: infinity, or saturated.
std::uint64_t placed(const Format& format, int kept, const Integer& number, OutputRounding rounding,
                     OverflowRule overflow);

}  // namespace ulpgate::twin
