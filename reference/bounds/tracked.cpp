#include "reference/bounds/tracked.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double size(const Tracked& x) { return largest_magnitude(x.value); }

bool is_one(const Tracked& x) {
  return x.value.high == 1 && x.value.low == 0 && x.value.radius == 0 && x.error == 0;
}

}  // namespace

Tracked TrackedArithmetic::result(const Enclosure& value, double error, bool is_sum, bool overflows) const {
  // 0 * infinity and what follows from it: nothing is known.
  if (!(error < infinity)) return {value, infinity, true};
  const double reach = (largest_magnitude(value) + error) * bound_evaluation;
  const double rounding = is_sum ? rounding_.of_sum(reach) : rounding_.of_product(reach);
  return {value, (error + rounding) * bound_evaluation, overflows || !(reach <= rounding_.largest())};
}

Tracked TrackedArithmetic::read(double x) const { return {{x, 0, 0}, rounding_.of_reading(x), false}; }

Tracked TrackedArithmetic::convert(const Tracked& x) const {
  const bool exact = x.error == 0 && x.value.low == 0 && x.value.radius == 0 && rounding_.holds(x.value.high);
  return exact ? x : result(x.value, x.error, false, x.may_overflow);
}

Tracked TrackedArithmetic::add(const Tracked& a, const Tracked& b) const {
  return result(plus(a.value, b.value), a.error + b.error, true, a.may_overflow || b.may_overflow);
}

Tracked TrackedArithmetic::subtract(const Tracked& a, const Tracked& b) const {
  return add(a, {negated(b.value), b.error, b.may_overflow});
}

Tracked TrackedArithmetic::multiply(const Tracked& a, const Tracked& b) const {
  if (is_one(a)) return b;
  if (is_one(b)) return a;
  const double error = size(a) * b.error + size(b) * a.error + a.error * b.error;
  return result(times(a.value, b.value), error, false, a.may_overflow || b.may_overflow);
}

Tracked TrackedArithmetic::divide(const Tracked& a, const Tracked& b) const {
  if (is_one(b)) return a;
  const double divisor = smallest_magnitude(b.value);
  const bool overflows = a.may_overflow || b.may_overflow;
  if (!(b.error < divisor)) return {anything(), infinity, true};
  // The inner difference loses at most its last place, which is far below the first factor.
  const double error =
      (size(a) * b.error + size(b) * a.error) / divisor / ((divisor - b.error) * (1 - 0x1p-50));
  return result(quotient(a.value, b.value), error, false, overflows);
}

Tracked TrackedArithmetic::square_root(const Tracked& a) const {
  const Enclosure root = ulpgate::square_root(a.value);
  const double low = smallest_magnitude(root);
  const double error = std::min(std::sqrt(a.error), low > 0 ? a.error / low : infinity);
  return result(root, error, false, a.may_overflow);
}

Tracked TrackedArithmetic::sum(std::span<const Tracked> terms) const {
  Tracked total;
  double magnitudes = 0;
  for (const Tracked& t : terms) {
    total.value = plus(total.value, t.value);
    total.error += t.error;
    magnitudes += size(t) + t.error;
    total.may_overflow = total.may_overflow || t.may_overflow;
  }
  if (terms.size() < 2) return total;
  const auto additions = static_cast<double>(terms.size() - 1);
  // The computed magnitudes of sums of doubles are off by far less than bound_evaluation says.
  const double grown = growth(additions, rounding_.unit_roundoff()) * magnitudes;
  const double flushed = rounding_.of_sum(0x1p-1074) > 0 ? additions * rounding_.smallest_normal() : 0;
  total.error = (total.error + grown + flushed) * bound_evaluation;
  const double reach = (magnitudes + total.error) * bound_evaluation;
  total.may_overflow = total.may_overflow || !(reach <= rounding_.largest());
  if (!(total.error < infinity)) total.may_overflow = true;
  return total;
}

Tracked TrackedArithmetic::power(const Tracked& base, std::int64_t n, double ulps) const {
  // |b'^n - b^n| <= n e where both are at most 1; a base that may be above it is one that is 1 off by e.
  const Enclosure value = integer_power(base.value, n);
  const double above = size(base) + base.error;
  const double steepest =
      above <= 1 ? static_cast<double>(n) : static_cast<double>(n) * std::pow(above, static_cast<double>(n));
  const double error = base.error == 0 ? 0 : steepest * base.error * bound_evaluation;
  const double reach = largest_magnitude(value) + error;
  return {value, (error + rounding_.of_function(ulps, reach)) * bound_evaluation, base.may_overflow};
}

Tracked TrackedArithmetic::either(const Tracked& a, const Tracked& b) {
  Tracked worse = a.error >= b.error ? a : b;
  worse.may_overflow = a.may_overflow || b.may_overflow;
  return worse;
}

Enclosure integer_power(const Enclosure& base, std::int64_t n) {
  Enclosure result{1, 0, 0}, square = base;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = times(result, square);
    square = times(square, square);
  }
  return result;
}

}  // namespace ulpgate
