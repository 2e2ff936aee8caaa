#pragma once
// Numbers that intermediate results are kept in: double, float, and fp16 and bf16 after each operation.
// Functions that they have in common, by which algorithms are written once.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "reference/formats/format.h"

namespace ulpgate::host {

/// A number of a narrow format. Operations are those of fp64, rounded to nearest even: a product of two such
/// numbers is exact in fp64, and sums, quotients and roots have there more than twice the bits and two, so
/// that rounding twice is rounding once (Figueroa 1995).
template <const Format& F>
class Narrow {
 public:
  Narrow() = default;
  explicit Narrow(double x) : value_(rounded(x)) {}
  explicit operator double() const { return value_; }

  friend Narrow operator+(Narrow a, Narrow b) { return Narrow(a.value_ + b.value_); }
  friend Narrow operator-(Narrow a, Narrow b) { return Narrow(a.value_ - b.value_); }
  friend Narrow operator*(Narrow a, Narrow b) { return Narrow(a.value_ * b.value_); }
  friend Narrow operator/(Narrow a, Narrow b) { return Narrow(a.value_ / b.value_); }
  friend bool operator==(Narrow a, Narrow b) { return a.value_ == b.value_; }
  friend bool operator<(Narrow a, Narrow b) { return a.value_ < b.value_; }

 private:
  static constexpr double largest() {
    return (2 - 1.0 / static_cast<double>(std::uint64_t{1} << F.significand_bits)) *
           static_cast<double>(std::uint64_t{1} << 63) * power(F.bias - 63);
  }
  static constexpr double power(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  }
  static double rounded(double x) {
    const auto biased = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7FF);
    if (biased == 0x7FF) return x;
    const double infinity = std::copysign(std::numeric_limits<double>::infinity(), x);
    if (biased - 1023 > F.bias) return infinity;
    const int exponent = biased - 1023 < F.min_exponent() ? F.min_exponent() : biased - 1023;
    // Adding this rounds to multiples of the format's quantum there, as its own last bit has that weight.
    const double grid = 0x1.8p52 * power(exponent - F.significand_bits);
    const double r = (x + grid) - grid;
    return std::fabs(r) > largest() ? infinity : std::copysign(r, x);
  }

  double value_ = 0;
};

using Half = Narrow<formats::fp16>;
using Bfloat16 = Narrow<formats::bf16>;

/// Exact.
template <class Number>
double wide(Number x) {
  return static_cast<double>(x);
}

/// An operation's result in fp64, rounded to Number.
template <class Number>
Number rounded(double x) {
  return static_cast<Number>(x);
}

template <class Number>
inline constexpr const Format* format_of = nullptr;
template <>
inline constexpr const Format* format_of<double> = &formats::fp64;
template <>
inline constexpr const Format* format_of<float> = &formats::fp32;
template <>
inline constexpr const Format* format_of<Half> = &formats::fp16;
template <>
inline constexpr const Format* format_of<Bfloat16> = &formats::bf16;

template <class Number>
Number minus_infinity() {
  return Number(-std::numeric_limits<double>::infinity());
}

// Within an ulp each: the C library's for float and double, the fp64 one rounded for narrow numbers.
inline double exponential(double x) { return std::exp(x); }
inline float exponential(float x) { return std::exp(x); }
template <const Format& F>
Narrow<F> exponential(Narrow<F> x) {
  return Narrow<F>(std::exp(wide(x)));
}
inline double power_of_two(double x) { return std::exp2(x); }
inline float power_of_two(float x) { return std::exp2(x); }
template <const Format& F>
Narrow<F> power_of_two(Narrow<F> x) {
  return Narrow<F>(std::exp2(wide(x)));
}
inline double logarithm(double x) { return std::log(x); }
inline float logarithm(float x) { return std::log(x); }
template <const Format& F>
Narrow<F> logarithm(Narrow<F> x) {
  return Narrow<F>(std::log(wide(x)));
}

/// Rounded once.
inline double square_root(double x) { return std::sqrt(x); }
inline float square_root(float x) { return std::sqrt(x); }
template <const Format& F>
Narrow<F> square_root(Narrow<F> x) {
  return Narrow<F>(std::sqrt(wide(x)));
}

/// x * y + z, rounded once. The product of narrow numbers is exact in fp64, and the sum there may be a tie
/// that the exact one is not: it is made odd instead.
inline double fused(double x, double y, double z) { return std::fma(x, y, z); }
inline float fused(float x, float y, float z) { return std::fma(x, y, z); }
template <const Format& F>
Narrow<F> fused(Narrow<F> x, Narrow<F> y, Narrow<F> z) {
  const double product = wide(x) * wide(y), addend = wide(z), sum = product + addend;
  if (!std::isfinite(sum)) return Narrow<F>(sum);
  const double part = sum - product, error = (product - (sum - part)) + (addend - part);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (error == 0 || (bits & 1) != 0) return Narrow<F>(sum);
  return Narrow<F>(std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1));
}

/// A quotient by a count, rounded once; counts need not be numbers of the format.
template <class Number>
Number divided(Number x, std::int64_t count) {
  return rounded<Number>(wide(x) / static_cast<double>(count));
}

template <class Number>
bool is_nan(Number x) {
  return std::isnan(wide(x));
}

}  // namespace ulpgate::host
