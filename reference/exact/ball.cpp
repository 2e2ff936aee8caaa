#include "reference/exact/ball.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ulpgate {
namespace {

using Integer = Ball::Integer;

std::int64_t length(const Integer& x) {
  return x == 0 ? 0 : static_cast<std::int64_t>(msb(Integer(abs(x)))) + 1;
}

Exact exact(const Integer& x, std::int64_t exponent) { return {x < 0, abs(x), static_cast<int>(exponent)}; }

}  // namespace

Ball::Ball(Integer middle, Integer radius, std::int64_t exponent, int bits)
    : middle_(std::move(middle)), radius_(std::move(radius)), exponent_(exponent), bits_(bits) {}

Ball::Ball(double value, int bits) : Ball(Exact::from_double(value), bits) {}

Ball::Ball(const Exact& value, int bits) : exponent_(value.exponent()), bits_(bits) {
  middle_ = value.negative() ? Integer(-value.significand()) : value.significand();
}

Ball::Ball(const Enclosure& value, int bits)
    : Ball(Exact::from_double(value.high) + Exact::from_double(value.low), bits) {
  if (!(value.radius < std::numeric_limits<double>::infinity())) {
    unbounded_ = true;
    return;
  }
  if (value.radius == 0) return;
  const Ball radius(value.radius, bits);
  const std::int64_t unit = std::min(exponent_, radius.exponent_);
  *this = in_units_of(unit);
  radius_ += radius.in_units_of(unit).middle_;
}

Ball Ball::unbounded(int bits) {
  Ball all(0, 0, 0, bits);
  all.unbounded_ = true;
  return all;
}

std::int64_t Ball::top() const {
  if (is_exactly_zero()) return std::numeric_limits<std::int64_t>::min() / 4;
  return exponent_ + length(abs(middle_) + radius_);
}

bool Ball::is_known_to(int bits) const {
  const Integer size = abs(middle_);
  return !unbounded_ && radius_ << static_cast<unsigned>(bits) <= size;
}

Ball Ball::in_units_of(std::int64_t unit) const {
  if (unbounded_ || unit == exponent_ || is_exactly_zero()) return *this;
  if (unit < exponent_) {
    const auto shift = static_cast<unsigned>(exponent_ - unit);
    return {middle_ << shift, radius_ << shift, unit, bits_};
  }
  // What the middle loses is below one unit, what the radius loses too.
  const std::int64_t shift = unit - exponent_;
  const bool whole =
      radius_ == 0 && (middle_ == 0 || lsb(Integer(abs(middle_))) >= static_cast<std::uint64_t>(shift));
  const auto halves = static_cast<unsigned>(std::min(shift, length(abs(middle_) + radius_)));
  const Integer middle = middle_ / (Integer(1) << halves), radius = radius_ >> halves;
  return {middle, whole ? Integer(0) : Integer(radius + 2), unit, bits_};
}

Ball Ball::cut() const {
  const std::int64_t unit = top() - bits_;
  return unbounded_ || unit <= exponent_ ? *this : in_units_of(unit);
}

Enclosure Ball::enclosure() const {
  if (unbounded_) return anything();
  // Exponents of int: far enough out, every number is near 0 or beyond every double.
  if (top() < -5000) return {0, 0, middle_ == 0 && radius_ == 0 ? 0 : 0x1p-1074};
  if (top() > 5000) return anything();
  const Ball near = exponent_ < -20000 ? in_units_of(-20000) : *this;
  const Exact middle = exact(near.middle_, near.exponent_);
  const double high = middle.to_double();
  if (!std::isfinite(high)) return anything();
  const Exact rest = middle - Exact::from_double(high);
  const double low = rest.to_double();
  const Exact left = (rest - Exact::from_double(low)).abs() + exact(near.radius_, near.exponent_);
  if (left.is_zero()) return {high, low, 0};
  return {high, low, left.to_double() * (1 + 0x1p-50) + 0x1p-1074};
}

Ball Ball::operator-() const {
  Ball result = *this;
  result.middle_ = -result.middle_;
  return result;
}

Ball Ball::scaled(std::int64_t k) const {
  Ball result = *this;
  result.exponent_ += k;
  return result;
}

Ball Ball::widened_by_power(std::int64_t k) const {
  if (unbounded_) return *this;
  // Its unit may be coarser than 2^k: one unit covers it then.
  Ball result = *this;
  result.radius_ += k <= exponent_ ? Integer(1) : Integer(1) << static_cast<unsigned>(k - exponent_);
  return result.cut();
}

Ball operator+(const Ball& a, const Ball& b) {
  const int bits = std::max(a.bits_, b.bits_);
  if (a.unbounded_ || b.unbounded_) return Ball::unbounded(bits);
  if (a.is_exactly_zero() || b.is_exactly_zero()) {
    Ball result = a.is_exactly_zero() ? b : a;
    result.bits_ = bits;
    return result;
  }
  // Bits far below the larger operand join the radius before they are written out.
  const std::int64_t unit =
      std::max(std::min(a.exponent_, b.exponent_), std::max(a.top(), b.top()) - bits - 64);
  const Ball x = a.in_units_of(unit), y = b.in_units_of(unit);
  return Ball(x.middle_ + y.middle_, x.radius_ + y.radius_, unit, bits).cut();
}

Ball operator*(const Ball& a, const Ball& b) {
  const int bits = std::max(a.bits_, b.bits_);
  if (a.is_exactly_zero() || b.is_exactly_zero()) return {0, bits};
  if (a.unbounded_ || b.unbounded_) return Ball::unbounded(bits);
  const Integer radius = abs(a.middle_) * b.radius_ + abs(b.middle_) * a.radius_ + a.radius_ * b.radius_;
  return Ball(a.middle_ * b.middle_, radius, a.exponent_ + b.exponent_, bits).cut();
}

// With m, r the middle and radius: |a / b - ma / mb| <= (ra + |ma / mb| rb) / (|mb| - rb).
Ball operator/(const Ball& a, const Ball& b) {
  const int bits = std::max(a.bits_, b.bits_);
  if (a.unbounded_ || b.contains_zero()) return Ball::unbounded(bits);
  if (a.is_exactly_zero()) return {0, bits};
  const std::int64_t wanted = bits + 4 + length(b.middle_) - length(abs(a.middle_) + a.radius_);
  const auto shift = static_cast<unsigned>(std::max<std::int64_t>(wanted, 0));
  const Integer middle = a.middle_ << shift, divisor = abs(b.middle_) - b.radius_;
  const Integer quotient = middle / b.middle_;
  const bool exact = quotient * b.middle_ == middle;
  const Integer above = (a.radius_ << shift) + (abs(quotient) + 1) * b.radius_;
  const Integer radius = above == 0 ? Integer(exact ? 0 : 1) : Integer(above / divisor + 2);
  return Ball(quotient, radius, a.exponent_ - b.exponent_ - static_cast<std::int64_t>(shift), bits).cut();
}

// |sqrt(x) - sqrt(m)| <= r / sqrt(m), for x and m at least 0.
Ball square_root(const Ball& x) {
  if (x.is_exactly_zero()) return x;
  if (x.unbounded_ || x.middle_ <= x.radius_) return Ball::unbounded(x.bits_);
  std::int64_t shift = std::max<std::int64_t>(2 * (x.bits_ + 4) - length(x.middle_), 0);
  if ((x.exponent_ - shift) % 2 != 0) ++shift;
  const Integer middle = x.middle_ << static_cast<unsigned>(shift);
  const Integer radius = x.radius_ << static_cast<unsigned>(shift);
  const Integer root = sqrt(middle);
  const bool exact = radius == 0 && root * root == middle;
  return Ball(root, exact ? Integer(0) : Integer(radius / root + 2), (x.exponent_ - shift) / 2, x.bits_)
      .cut();
}

}  // namespace ulpgate
