#include "reference/twins/fp32_steps.h"

namespace ulpgate::twin {
namespace {

const Format& fp32 = formats::fp32;

TwinValue value(std::uint32_t code) { return twin_decode(fp32, code); }

std::uint32_t signed_code(bool negative, std::uint32_t magnitude) {
  return negative ? magnitude + 0x80000000U : magnitude;
}

bool is_finite_number(const TwinValue& v) {
  return v.number_class == NumberClass::zero || v.number_class == NumberClass::finite;
}

}  // namespace

std::uint64_t nearest(const Format& format, bool negative, const Rational& magnitude) {
  const TwinLine& line = twin_line(format);
  const std::uint64_t below = line.last_not_above(magnitude);
  const bool last = below == line.last();
  const Rational above = last ? line.continuation() : line.at(below + 1);
  const int side = compare(magnitude * 2, line.at(below) + above);
  const bool up = side > 0 || (side == 0 && below % 2 != 0);
  // What follows the largest number of an IEEE 754 format is the code of infinity.
  const std::uint64_t index = below + (up ? 1 : 0);
  return twin_code(format, negative, index >> format.significand_bits,
                   index % (std::uint64_t{1} << format.significand_bits));
}

bool is_nan32(std::uint32_t code) { return value(code).number_class == NumberClass::nan; }
bool is_zero32(std::uint32_t code) { return value(code).number_class == NumberClass::zero; }

bool less32(std::uint32_t a, std::uint32_t b) {
  const TwinValue x = value(a), y = value(b);
  const auto rank = [](const TwinValue& v) {
    if (v.number_class == NumberClass::infinity) return v.negative ? -1 : 1;
    return 0;
  };
  if (rank(x) != rank(y)) return rank(x) < rank(y);
  if (rank(x) != 0) return false;
  const Rational left = x.negative ? Rational(0) - x.magnitude : x.magnitude;
  const Rational right = y.negative ? Rational(0) - y.magnitude : y.magnitude;
  return compare(left, right) < 0;
}

std::uint32_t Fp32Steps::kept(std::uint32_t code) const {
  const TwinValue v = value(code);
  const bool small =
      v.number_class == NumberClass::finite && compare(v.magnitude, Rational::power_of_two(-126)) < 0;
  return flush_ && small ? signed_code(v.negative, 0) : code;
}

std::uint32_t Fp32Steps::product(std::uint32_t a, std::uint32_t b) const {
  const TwinValue x = value(kept(a)), y = value(kept(b));
  const bool negative = x.negative != y.negative;
  if (x.number_class == NumberClass::nan || y.number_class == NumberClass::nan) return fp32_nan;
  if (is_finite_number(x) && is_finite_number(y))
    return kept(static_cast<std::uint32_t>(nearest(fp32, negative, x.magnitude * y.magnitude)));
  const bool zero = x.number_class == NumberClass::zero || y.number_class == NumberClass::zero;
  return zero ? fp32_nan : signed_code(negative, fp32_infinity);
}

std::uint32_t Fp32Steps::quotient(std::uint32_t a, std::uint32_t b) const {
  const TwinValue x = value(kept(a)), y = value(kept(b));
  const bool negative = x.negative != y.negative;
  if (x.number_class == NumberClass::nan || y.number_class == NumberClass::nan) return fp32_nan;
  if (!is_finite_number(x)) return is_finite_number(y) ? signed_code(negative, fp32_infinity) : fp32_nan;
  if (!is_finite_number(y)) return signed_code(negative, 0);
  if (y.number_class == NumberClass::zero)
    return x.number_class == NumberClass::zero ? fp32_nan : signed_code(negative, fp32_infinity);
  return kept(static_cast<std::uint32_t>(nearest(fp32, negative, x.magnitude / y.magnitude)));
}

int floor_exponent(const Rational& magnitude) {
  int low = -300, high = 300;  // 2^low <= magnitude < 2^high
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (compare(Rational::power_of_two(middle), magnitude) <= 0 ? low : high) = middle;
  }
  return low;
}

std::uint32_t widened(const Format& from, std::uint64_t code) {
  const TwinValue v = twin_decode(from, code);
  if (v.number_class == NumberClass::nan) return fp32_nan;
  if (v.number_class == NumberClass::infinity) return signed_code(v.negative, fp32_infinity);
  return static_cast<std::uint32_t>(nearest(fp32, v.negative, v.magnitude));
}

}  // namespace ulpgate::twin
