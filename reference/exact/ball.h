#pragma once
// Real numbers enclosed at any precision: the slow and certain path beside enclosure.h.
//
// A ball is every real number within radius * 2^exponent of middle * 2^exponent. Every operation's result
// contains the exact result on all reals that its operands contain; it is cut to the larger `bits` of its
// operands, and what is cut off joins the radius, as do the rests of series. No bound on an error has to be
// derived beforehand: whoever needs a narrower ball computes again with more bits.
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "reference/exact/enclosure.h"
#include "reference/exact/exact.h"

namespace ulpgate {

class Ball {
 public:
  using Integer = boost::multiprecision::cpp_int;

  /// The finite double, Exact or (high, low), whole, whatever `bits` is.
  Ball(double value, int bits);
  Ball(const Exact& value, int bits);
  Ball(const Enclosure& value, int bits);
  /// Every real number: what a division by what may be 0 gives, and a logarithm of what may be negative.
  static Ball unbounded(int bits);

  bool is_unbounded() const { return unbounded_; }
  bool is_exactly_zero() const { return !unbounded_ && middle_ == 0 && radius_ == 0; }
  bool contains_zero() const { return unbounded_ || abs(middle_) <= radius_; }
  /// Whether radius is at most 2^-bits of the middle.
  bool is_known_to(int bits) const {
    return !unbounded_ && (radius_ << static_cast<unsigned>(bits)) <= abs(middle_);
  }
  int bits() const { return bits_; }
  double to_double() const { return enclosure().high; }
  /// high is the middle rounded to nearest, low the rest rounded likewise.
  Enclosure enclosure() const;

  Ball operator-() const;
  /// value * 2^k.
  Ball scaled(std::int64_t k) const;
  friend Ball operator+(const Ball& a, const Ball& b);
  friend Ball operator-(const Ball& a, const Ball& b) { return a + -b; }
  friend Ball operator*(const Ball& a, const Ball& b);
  friend Ball operator/(const Ball& a, const Ball& b);
  friend Ball square_root(const Ball& x);
  friend Ball exponential(const Ball& x);
  friend Ball logarithm(const Ball& x);
  /// Narrow near 0 too.
  friend Ball logarithm_of_one_plus(const Ball& x);

 private:
  Ball(Integer middle, Integer radius, std::int64_t exponent, int bits);
  /// Cut to bits_, or to `bits`.
  Ball cut() const;
  Ball with_bits(int bits) const;
  /// Both parts as multiples of 2^unit, outwards.
  Ball in_units_of(std::int64_t unit) const;
  Ball widened_by_power(std::int64_t k) const;
  /// Every magnitude of the ball is below 2^top().
  std::int64_t top() const;
  friend Ball twice_area_tangent(const Ball& s);

  Integer middle_ = 0;
  Integer radius_ = 0;
  std::int64_t exponent_ = 0;
  int bits_ = 0;
  bool unbounded_ = false;
};

Ball square_root(const Ball& x);
Ball exponential(const Ball& x);
Ball logarithm(const Ball& x);
Ball logarithm_of_one_plus(const Ball& x);

}  // namespace ulpgate
