#include "kernels/executor/tests/intrinsics_oracle.h"

namespace ulpgate {
namespace {

using Integer = Exact::Integer;

Expected special_nan() {
  Expected expected;
  expected.any_nan = true;
  return expected;
}

Expected code_of(std::uint64_t magnitude, bool negative, const Format& format) {
  Expected expected;
  expected.code = magnitude | (negative ? format.sign_mask() : 0);
  return expected;
}

/// (-1)^negative * significand * 2^exponent, and a little more where `more` is set.
Expected round_integer(const Format& format, bool negative, Integer significand, int exponent, bool more,
                       Rounding rounding) {
  // Room for the little more, beyond any precision.
  significand <<= 130;
  if (more) significand += 1;
  return oracle_round(format, Exact(negative, significand, exponent - 130), rounding);
}

}  // namespace

bool agrees(const Format& format, std::uint64_t got, const Expected& expected) {
  if (!expected.any_nan) return got == expected.code;
  return format.width() == 64 ? is_nan(format, got) : got == format.magnitude_mask();
}

Expected oracle_round(const Format& format, const Exact& value, Rounding rounding) {
  Rule rule;
  rule.rounding = rounding;
  return encode(format, value, rule);
}

Expected oracle_multiply_add(const Format& format, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                             Rounding rounding) {
  const Exact product = Exact::from_code(format, a) * Exact::from_code(format, b);
  const Exact addend = Exact::from_code(format, c);
  const Exact sum = product + addend;
  if (sum.is_nan()) return special_nan();
  const bool same_zeros = product.is_zero() && addend.is_zero() && product.negative() == addend.negative();
  if (sum.is_zero() && !same_zeros) return code_of(0, rounding == Rounding::down, format);
  return oracle_round(format, sum, rounding);
}

Expected oracle_add(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding) {
  const Exact x = Exact::from_code(format, a), y = Exact::from_code(format, b);
  const Exact sum = x + y;
  if (sum.is_nan()) return special_nan();
  const bool same_zeros = x.is_zero() && y.is_zero() && x.negative() == y.negative();
  if (sum.is_zero() && !same_zeros) return code_of(0, rounding == Rounding::down, format);
  return oracle_round(format, sum, rounding);
}

Expected oracle_multiply(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding) {
  const Exact product = Exact::from_code(format, a) * Exact::from_code(format, b);
  return product.is_nan() ? special_nan() : oracle_round(format, product, rounding);
}

Expected oracle_divide(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding) {
  const Exact x = Exact::from_code(format, a), y = Exact::from_code(format, b);
  if (x.is_nan() || y.is_nan() || (x.is_zero() && y.is_zero()) || (!x.is_finite() && !y.is_finite())) {
    return special_nan();
  }
  const bool negative = x.negative() != y.negative();
  if (!x.is_finite() || y.is_zero()) return code_of(infinity_magnitude(format), negative, format);
  if (x.is_zero() || !y.is_finite()) return code_of(0, negative, format);
  const Integer numerator = x.significand() << 200;
  const Integer quotient = numerator / y.significand();
  return round_integer(format, negative, quotient, x.exponent() - 200 - y.exponent(),
                       quotient * y.significand() != numerator, rounding);
}

Expected oracle_square_root(const Format& format, std::uint64_t a, Rounding rounding) {
  const Exact x = Exact::from_code(format, a);
  if (x.is_nan() || (x.negative() && !x.is_zero())) return special_nan();
  if (x.is_zero() || !x.is_finite()) return code_of(a, false, format);
  const int shift = x.exponent() % 2 == 0 ? 200 : 201;
  const Integer scaled = x.significand() << shift;
  const Integer root = boost::multiprecision::sqrt(scaled);
  return round_integer(format, false, root, (x.exponent() - shift) / 2, root * root != scaled, rounding);
}

Expected oracle_reciprocal_square_root(const Format& format, std::uint64_t a) {
  const Exact x = Exact::from_code(format, a);
  if (x.is_zero()) return code_of(infinity_magnitude(format), x.negative(), format);
  if (x.is_nan() || x.negative()) return special_nan();
  if (!x.is_finite()) return code_of(0, false, format);
  // sqrt(2^power / (significand 2^exponent)), power - exponent even; a little more unless the square is
  // exact.
  const int power = x.exponent() % 2 == 0 ? 400 : 401;
  const Integer numerator = Integer(1) << power;
  const Integer root = boost::multiprecision::sqrt(Integer(numerator / x.significand()));
  return round_integer(format, false, root, -(power + x.exponent()) / 2,
                       root * root * x.significand() != numerator, Rounding::nearest_even);
}

std::vector<std::uint64_t> corner_codes(const Format& format) {
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.significand_bits;
  const std::uint64_t smallest_normal = std::uint64_t{1} << format.significand_bits;
  const std::uint64_t infinity = infinity_magnitude(format);
  std::vector<std::uint64_t> codes = {0,
                                      1,
                                      2,
                                      3,
                                      smallest_normal / 2,
                                      smallest_normal - 1,
                                      smallest_normal,
                                      smallest_normal + 1,
                                      one / 2,
                                      one - 1,
                                      one,
                                      one + 1,
                                      one + smallest_normal / 2,
                                      one + smallest_normal - 1,
                                      one + smallest_normal,
                                      one + smallest_normal + 1,
                                      one + 3 * smallest_normal,
                                      infinity - smallest_normal,
                                      infinity - 2,
                                      infinity - 1,
                                      infinity,
                                      infinity + 1,
                                      format.magnitude_mask()};
  const std::size_t count = codes.size();
  for (std::size_t i = 0; i < count; ++i) codes.push_back(codes[i] | format.sign_mask());
  return codes;
}

Triple draw_triple(const Format& format, Words& words) {
  const auto any = [&] { return words.next() & format.code_mask(); };
  // A significand of few or of random bits at the given exponent field.
  const auto at = [&](int field) {
    const int last = static_cast<int>(Format::ones(format.exponent_bits)) - 1;
    const auto clamped = static_cast<std::uint64_t>(std::min(std::max(field, 0), last));
    std::uint64_t significand = words.next();
    if (words.below(3) == 0) significand &= words.next() & words.next();
    return (words.next() & format.sign_mask()) | clamped << format.significand_bits |
           (significand & format.significand_mask());
  };
  Triple t{any(), any(), any()};
  switch (words.below(4)) {
    case 0:
      break;
    case 1: {
      const int field = words.below(static_cast<int>(Format::ones(format.exponent_bits)));
      const int other = 2 * format.bias - field + words.below(9) - 4;
      t = {at(field), at(other),
           at(format.bias + words.below(2 * format.precision() + 9) - format.precision())};
      break;
    }
    case 2: {
      const int field = words.below(format.bias) + format.bias / 2;
      const int other = words.below(format.bias) + format.bias / 2;
      t = {at(field), at(other), at(field + other - format.bias + words.below(7) - 3)};
      break;
    }
    default: {
      // c: the product rounded, its sign turned, sometimes one code beside.
      t.a = at(words.below(format.bias) + format.bias / 2);
      t.b = at(words.below(format.bias) + format.bias / 2);
      t.c = oracle_multiply(format, t.a, t.b, Rounding::nearest_even).code ^ format.sign_mask();
      const int step = words.below(5) - 2;
      if (is_finite(format, t.c + static_cast<std::uint64_t>(step)) && words.below(2) == 0) {
        t.c = (t.c + static_cast<std::uint64_t>(step)) & format.code_mask();
      }
    }
  }
  return t;
}

}  // namespace ulpgate
