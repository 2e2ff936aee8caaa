#include "reference/exact/exact.h"

#include <bit>
#include <utility>

namespace ulpgate {
namespace {

int bit_length(const Exact::Integer& positive) {
  return static_cast<int>(boost::multiprecision::msb(positive)) + 1;
}

Exact zero(bool negative) { return {negative, 0, 0}; }

std::strong_ordering compare_integers(const Exact::Integer& a, const Exact::Integer& b) {
  return a.compare(b) <=> 0;
}

std::strong_ordering compare_magnitudes(const Exact& a, const Exact& b) {
  const auto leading = a.magnitude_exponent() <=> b.magnitude_exponent();
  if (std::is_neq(leading)) return leading;
  const int difference = a.exponent() - b.exponent();
  if (difference >= 0) return compare_integers(a.significand() << difference, b.significand());
  return compare_integers(a.significand(), b.significand() << -difference);
}

Exact special_sum(const Exact& a, const Exact& b) {
  const bool opposite_infinities = !a.is_finite() && !b.is_finite() && a.negative() != b.negative();
  if (a.is_nan() || b.is_nan() || opposite_infinities) return Exact::nan();
  return a.is_finite() ? b : a;
}

}  // namespace

Exact::Exact(bool negative, Integer significand, int exponent)
    : class_(NumberClass::finite),
      negative_(negative),
      significand_(std::move(significand)),
      exponent_(exponent) {
  normalise();
}

void Exact::normalise() {
  if (significand_ == 0) {
    class_ = NumberClass::zero;
    exponent_ = 0;
    return;
  }
  const auto trailing = boost::multiprecision::lsb(significand_);
  significand_ >>= trailing;
  exponent_ += static_cast<int>(trailing);
}

Exact Exact::from_unpacked(const Unpacked& value) {
  switch (value.number_class) {
    case NumberClass::zero:
      return zero(value.negative);
    case NumberClass::finite:
      return {value.negative, value.significand, value.exponent};
    case NumberClass::infinity:
      return infinity(value.negative);
    case NumberClass::nan:
      break;
  }
  Exact result = nan();
  result.negative_ = value.negative;
  result.payload_ = value.significand;
  return result;
}

Exact Exact::from_code(const Format& format, std::uint64_t code) {
  return from_unpacked(unpack(format, code));
}

Exact Exact::from_double(double value) {
  return from_code(formats::fp64, std::bit_cast<std::uint64_t>(value));
}

Exact Exact::from_integer(std::int64_t value) {
  return from_code(formats::int64, static_cast<std::uint64_t>(value));
}

Exact Exact::infinity(bool negative) {
  Exact result;
  result.class_ = NumberClass::infinity;
  result.negative_ = negative;
  return result;
}

Exact Exact::nan() {
  Exact result;
  result.class_ = NumberClass::nan;
  return result;
}

int Exact::magnitude_exponent() const { return exponent_ + bit_length(significand_) - 1; }

Exact Exact::operator-() const {
  Exact result = *this;
  result.negative_ = !negative_;
  return result;
}

Exact Exact::abs() const {
  Exact result = *this;
  result.negative_ = false;
  return result;
}

Exact Exact::scaled(int k) const {
  Exact result = *this;
  if (class_ == NumberClass::finite) result.exponent_ += k;
  return result;
}

Exact operator+(const Exact& a, const Exact& b) {
  if (!a.is_finite() || !b.is_finite()) return special_sum(a, b);
  if (b.is_zero()) return a.is_zero() ? zero(a.negative() && b.negative()) : a;
  if (a.is_zero()) return b;
  const bool a_is_coarser = a.exponent() > b.exponent();
  const Exact& coarse = a_is_coarser ? a : b;
  const Exact& fine = a_is_coarser ? b : a;
  Exact::Integer sum = coarse.significand() << (coarse.exponent() - fine.exponent());
  if (coarse.negative()) sum = -sum;
  if (fine.negative()) {
    sum -= fine.significand();
  } else {
    sum += fine.significand();
  }
  const bool negative = sum < 0;
  if (negative) sum = -sum;
  return {negative, std::move(sum), fine.exponent()};
}

Exact operator*(const Exact& a, const Exact& b) {
  const bool negative = a.negative() != b.negative();
  if (a.is_finite() && b.is_finite())
    return {negative, a.significand() * b.significand(), a.exponent() + b.exponent()};
  if (a.is_nan() || b.is_nan() || a.is_zero() || b.is_zero()) return Exact::nan();
  return Exact::infinity(negative);
}

std::partial_ordering operator<=>(const Exact& a, const Exact& b) {
  if (a.is_nan() || b.is_nan()) return std::partial_ordering::unordered;
  const auto side = [](const Exact& x) {
    if (x.is_zero()) return 0;
    const int magnitude = x.is_finite() ? 1 : 2;
    return x.negative() ? -magnitude : magnitude;
  };
  const int a_side = side(a);
  const int b_side = side(b);
  if (a_side != b_side || a_side == 0 || a_side == 2 || a_side == -2) return a_side <=> b_side;
  return a_side > 0 ? compare_magnitudes(a, b) : compare_magnitudes(b, a);
}

Unpacked Exact::to_unpacked() const {
  Unpacked u{.number_class = class_, .negative = negative_};
  if (class_ == NumberClass::nan) u.significand = payload_;
  if (class_ != NumberClass::finite) return u;
  const int excess = bit_length(significand_) - 64;
  if (excess <= 0) {
    u.significand = static_cast<std::uint64_t>(significand_);
    u.exponent = exponent_;
  } else {
    u.significand = static_cast<std::uint64_t>(significand_ >> excess);
    u.exponent = exponent_ + excess;
    u.sticky = true;  // the significand is odd
  }
  return u;
}

double Exact::to_double() const {
  return std::bit_cast<double>(encode(formats::fp64, *this, Rule{.nan = NanRule::payload}).code);
}

Expected encode(const Format& to, const Exact& value, const Rule& rule, std::uint64_t random) {
  return encode(to, value.to_unpacked(), rule, random);
}

}  // namespace ulpgate
