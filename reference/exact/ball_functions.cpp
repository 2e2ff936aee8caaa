// exp and log of balls, by series whose rests are known.
//
// exp: x = k ln 2 + r with |r| < 1, s = r / 2^h; e^s to s^n / n! leaves less than the last term, since |s| <
// 1/2, and e^r is that squared h times. log(1 + t): with s = t / (2 + t) it is 2 (s + s^3 / 3 + ... + s^n /
// n), which leaves less than |s|^n, since |s| < 1/2. Elsewhere y is a guess that a double holds, and log(x) =
// y + log(1 + (x e^-y - 1)), whatever y is.
#include <cmath>
#include <map>

#include "reference/exact/ball.h"

namespace ulpgate {
namespace {

constexpr int halvings = 12;
constexpr int spare_bits = 48;

}  // namespace

Ball Ball::with_bits(int bits) const {
  Ball result = *this;
  result.bits_ = bits;
  return result.cut();
}

/// log((1 + s) / (1 - s)), |s| < 1/2.
Ball twice_area_tangent(const Ball& s) {
  if (s.is_exactly_zero()) return s;
  const Ball square = s * s;
  Ball sum = s, power = s;
  for (int n = 3; power.top() > s.top() - s.bits_ - 8; n += 2) {
    power = power * square;
    sum = sum + power / Ball(n, s.bits_);
  }
  return sum.widened_by_power(power.top()).scaled(1);
}

namespace {

/// By each thread once for a number of bits.
const Ball& ln2(int bits) {
  thread_local std::map<int, Ball> known;
  const auto found = known.find(bits);
  if (found != known.end()) return found->second;
  return known.emplace(bits, twice_area_tangent(Ball(1, bits) / Ball(3, bits))).first->second;
}

}  // namespace

Ball exponential(const Ball& x) {
  if (x.is_exactly_zero()) return {1, x.bits_};
  if (x.unbounded_) return x;
  if (x.top() > 30) {
    // Below -2^28, or beyond everything.
    if (x.middle_ < 0 && abs(x.middle_) >= 2 * x.radius_) return {0, 1, -(std::int64_t{1} << 28), x.bits_};
    return Ball::unbounded(x.bits_);
  }
  if (Ball(x.radius_, 0, x.exponent_, x.bits_).top() > -2) return Ball::unbounded(x.bits_);
  const int bits = x.bits_ + halvings + spare_bits;
  const double k = std::nearbyint(x.to_double() / 0x1.62e42fefa39efp-1);
  const Ball s =
      (x.with_bits(bits + 32) - Ball(k, bits + 32) * ln2(bits + 32)).scaled(-halvings).with_bits(bits);
  Ball sum(1, bits), term(1, bits);
  for (int n = 1; term.top() > -bits; ++n) {
    term = term * s / Ball(n, bits);
    sum = sum + term;
  }
  sum = sum.widened_by_power(term.top());
  for (int i = 0; i < halvings; ++i) sum = sum * sum;
  return sum.scaled(static_cast<std::int64_t>(k)).with_bits(x.bits_);
}

Ball logarithm_of_one_plus(const Ball& x) {
  if (x.unbounded_) return x;
  if (x.top() > -8) return logarithm(Ball(1, x.bits_) + x);
  return twice_area_tangent(x / (Ball(2, x.bits_) + x));
}

Ball logarithm(const Ball& x) {
  if (x.unbounded_ || x.middle_ <= x.radius_) return Ball::unbounded(x.bits_);
  const Ball beyond_one = x - Ball(1, x.bits_);
  if (beyond_one.top() <= -8) return logarithm_of_one_plus(beyond_one);
  const int bits = x.bits_ + spare_bits;
  // x = 2^k m, m near 1.
  std::int64_t k = x.top();
  double m = x.scaled(-k).to_double();
  if (m < 0x1.6p-1) {
    m *= 2;
    --k;
  }
  const double y = std::log(m);
  const Ball rest = x.scaled(-k).with_bits(bits) * exponential(Ball(-y, bits)) - Ball(1, bits);
  // Where x is known to few bits.
  if (rest.top() > -8) return Ball::unbounded(x.bits_);
  const Ball near = Ball(y, bits) + logarithm_of_one_plus(rest);
  return (near + Ball(static_cast<double>(k), bits) * ln2(bits)).with_bits(x.bits_);
}

}  // namespace ulpgate
