#include "reference/twins/fixed_point.h"

#include <map>
#include <string>

#include "reference/twins/encode.h"
#include "reference/twins/values.h"

namespace ulpgate::twin {
namespace {

/// The format with fewer fraction bits, the others being padding; its name tells lines apart.
const Format& shortened(const Format& format, int kept) {
  static std::map<std::string, Format> all;
  const auto [found, is_new] =
      all.try_emplace("twin_" + std::string(format.name) + "_" + std::to_string(kept), format);
  if (is_new) {
    found->second.name = found->first;
    found->second.padding_bits = format.padding_bits + format.significand_bits - kept;
    found->second.significand_bits = kept;
  }
  return found->second;
}

}  // namespace

Integer power(int exponent) {
  Integer result = 1;
  result <<= exponent + fraction_bits;
  return result;
}

int leading_exponent(const Integer& number) {
  const Integer magnitude = number < 0 ? Integer(-number) : number;
  int low = -fraction_bits, high = fraction_bits;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (power(middle) <= magnitude ? low : high) = middle;
  }
  return low;
}

Value value_of(const Format& format, std::uint64_t code, SubnormalRule subnormals) {
  const TwinValue read = twin_decode(format, code & format.code_mask());
  Value v{read.number_class, read.negative, 0, 0};
  if (v.number_class != NumberClass::finite) return v;
  v.number = read.magnitude.numerator * power(0) / read.magnitude.denominator;
  v.exponent = leading_exponent(v.number);
  if (read.negative) v.number = -v.number;
  if (v.exponent < format.min_exponent()) {
    if (subnormals == SubnormalRule::flushed) return {NumberClass::zero, false, 0, 0};
    if (subnormals == SubnormalRule::unnormalised) v.exponent = format.min_exponent();
  }
  return v;
}

Value product(const Value& a, const Value& b) {
  const bool negative = a.negative != b.negative;
  const bool invalid = (a.is_infinity() && b.is_zero()) || (a.is_zero() && b.is_infinity());
  if (a.is_nan() || b.is_nan() || invalid) return {NumberClass::nan, false, 0, 0};
  if (a.is_infinity() || b.is_infinity()) return {NumberClass::infinity, negative, 0, 0};
  if (a.is_zero() || b.is_zero()) return {NumberClass::zero, negative, 0, 0};
  return {NumberClass::finite, negative, a.number * b.number / power(0), a.exponent + b.exponent};
}

Integer quotient(const Integer& number, int unit, Alignment rounding) {
  const Integer divisor = power(unit);
  Integer truncated = number / divisor;
  const Integer rest = number % divisor;
  if (rest == 0 || rounding == Alignment::toward_zero) return truncated;
  Integer floor = number < 0 ? Integer(truncated - 1) : truncated;
  if (rounding == Alignment::down) return floor;
  const Integer twice = 2 * (number - floor * divisor);
  const bool up = twice > divisor || (twice == divisor && floor % 2 != 0);
  return up ? Integer(floor + 1) : floor;
}

std::uint64_t placed(const Format& format, int kept, const Integer& number, OutputRounding rounding,
                     OverflowRule overflow) {
  const bool negative = number < 0;
  const Format& grid = shortened(format, kept);
  const Exact value(negative, negative ? Integer(-number) : number, -fraction_bits);
  Rule rule;
  rule.overflow = overflow == OverflowRule::saturate ? Overflow::saturate : Overflow::infinity;
  if (rounding == OutputRounding::toward_zero) {
    rule.rounding = Rounding::toward_zero;
    // Truncation past the end is an infinity here, where IEEE 754 has the largest finite value.
    if (overflow == OverflowRule::infinity && twin_locate(grid, value, false).beyond_last)
      return twin_code(grid, negative, Format::ones(grid.exponent_bits), 0);
  }
  return twin_encode(grid, value, rule).code;
}

}  // namespace ulpgate::twin
