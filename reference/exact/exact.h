#pragma once
// Exact dyadic numbers: sign * significand * 2^exponent with an unbounded integer significand.
//
// Sums, differences and products are exact, so an oracle that stays with them needs no error analysis.
// Infinities, NaN and the signs of zero follow IEEE 754-2019 (sections 6.1 to 6.3, rounding to nearest).
#include <boost/multiprecision/cpp_int.hpp>
#include <compare>
#include <cstdint>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/formats/format.h"

namespace ulpgate {

class Exact {
 public:
  using Integer = boost::multiprecision::cpp_int;

  /// +0.
  Exact() = default;
  /// (-1)^negative * significand * 2^exponent; `significand` must not be negative, and zero keeps its sign.
  Exact(bool negative, Integer significand, int exponent);

  static Exact from_code(const Format& format, std::uint64_t code);
  /// Takes the significand as it is: a set sticky flag, which says that more was there, is dropped.
  static Exact from_unpacked(const Unpacked& value);
  static Exact from_double(double value);
  static Exact from_integer(std::int64_t value);
  static Exact power_of_two(int exponent) { return {false, 1, exponent}; }
  static Exact infinity(bool negative);
  static Exact nan();

  NumberClass number_class() const { return class_; }
  bool is_zero() const { return class_ == NumberClass::zero; }
  bool is_finite() const { return is_zero() || class_ == NumberClass::finite; }
  bool is_nan() const { return class_ == NumberClass::nan; }
  bool negative() const { return negative_; }
  /// Odd for class finite, so that equal values have equal parts; zero for the other classes.
  const Integer& significand() const { return significand_; }
  int exponent() const { return exponent_; }
  /// NaN only: the significand field of the code it came from, left-aligned to bit 63.
  std::uint64_t payload() const { return payload_; }
  /// floor(log2(|value|)); class finite only.
  int magnitude_exponent() const;

  Exact operator-() const;
  Exact abs() const;
  /// value * 2^k.
  Exact scaled(int k) const;
  friend Exact operator+(const Exact& a, const Exact& b);
  friend Exact operator-(const Exact& a, const Exact& b) { return a + -b; }
  friend Exact operator*(const Exact& a, const Exact& b);
  Exact& operator+=(const Exact& other) { return *this = *this + other; }
  Exact& operator*=(const Exact& other) { return *this = *this * other; }

  /// By value: both zeros are equal, NaN is unordered.
  friend std::partial_ordering operator<=>(const Exact& a, const Exact& b);
  friend bool operator==(const Exact& a, const Exact& b) { return std::is_eq(a <=> b); }

  /// Exact up to 64 significant bits; a longer significand is cut to its leading 64 with the sticky flag.
  Unpacked to_unpacked() const;
  /// Rounded to nearest, ties to even.
  double to_double() const;

 private:
  void normalise();

  NumberClass class_ = NumberClass::zero;
  bool negative_ = false;
  Integer significand_ = 0;
  int exponent_ = 0;
  std::uint64_t payload_ = 0;
};

/// encode() of an exact value.
Expected encode(const Format& to, const Exact& value, const Rule& rule, std::uint64_t random = 0);

}  // namespace ulpgate
