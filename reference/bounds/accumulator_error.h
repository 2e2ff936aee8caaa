#pragma once
// What one rounded operation of an accumulator's format can lose: half a unit in the last place of its
// result, taken at a magnitude that the result does not exceed.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate {

/// Throws std::invalid_argument where the format is no floating one of at least 16 bits.
const Format& check_accumulator(const Format* format);

class AccumulatorError {
 public:
  /// Throws as check_accumulator does.
  AccumulatorError(const Format* format, bool flushes_subnormals);

  double unit_roundoff() const { return unit_roundoff_; }
  double smallest_normal() const { return smallest_normal_; }
  double largest() const { return largest_; }
  /// Distance of neighbours at `magnitude`.
  double ulp(double magnitude) const;
  /// Of an addition or subtraction, which is exact below the smallest normal number unless that is flushed.
  double of_sum(double magnitude) const;
  /// Of a product or quotient: half a quantum below the smallest normal number, or that number where flushed.
  double of_product(double magnitude) const;
  /// The most that any result below the normal range loses.
  double of_underflow() const { return flushes_ ? smallest_normal_ : half(quantum_); }
  /// Of a function within `ulps`, likewise.
  double of_function(double ulps, double magnitude) const;
  /// Whether the format holds x, so that reading x loses nothing.
  bool holds(double x) const;
  /// Whether the format surely has every number of a row: all are 0, or normal with as few significant bits.
  /// Bits of the largest and the smallest magnitude above 0, all significands or-ed together.
  bool holds_all(std::int64_t largest, std::int64_t smallest, std::uint64_t significands) const;
  bool flushes() const { return flushes_; }
  double quantum() const { return quantum_; }
  double of_reading(double x) const { return holds(x) ? 0 : of_product(x < 0 ? -x : x); }

 private:
  double lost_below_normal(double magnitude) const;
  /// Half a quantum of fp64 is no double: a whole one is.
  static double half(double ulp) { return ulp > 0x1p-1074 ? ulp / 2 : ulp; }

  int precision_;
  bool flushes_;
  double unit_roundoff_;
  double smallest_normal_;
  double quantum_;
  double largest_;
};

inline double AccumulatorError::ulp(double magnitude) const {
  if (magnitude < smallest_normal_) return quantum_;
  return std::isfinite(magnitude)
             ? 2 * unit_roundoff_ *
                   std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) & std::uint64_t{0x7FF} << 52)
             : magnitude;
}

inline double AccumulatorError::of_sum(double magnitude) const {
  if (magnitude < smallest_normal_) return flushes_ ? magnitude : 0;
  return std::max(ulp(magnitude) / 2, lost_below_normal(magnitude));
}

inline double AccumulatorError::lost_below_normal(double magnitude) const {
  return flushes_ ? std::min(magnitude, smallest_normal_) : 0;
}

inline double AccumulatorError::of_product(double magnitude) const {
  return magnitude == 0 ? 0 : std::max(half(ulp(magnitude)), lost_below_normal(magnitude));
}

inline double AccumulatorError::of_function(double ulps, double magnitude) const {
  return magnitude == 0 ? 0 : ulps * ulp(magnitude) + lost_below_normal(magnitude);
}

inline bool AccumulatorError::holds(double x) const {
  const double magnitude = std::fabs(x);
  if (magnitude == 0 || !std::isfinite(x)) return true;
  if (magnitude > largest_ || (flushes_ && magnitude < smallest_normal_)) return false;
  if (precision_ >= 53) return true;
  // Whether it is a multiple of its ulp: as doubles of this size are.
  const double shift = ulp(magnitude) * 0x1p52;
  return (magnitude + shift) - shift == magnitude;
}

/// ((1 + u)^n - 1) and (1 / (1 - u)^n - 1).
double growth(double roundings, double unit_roundoff);
double inverse_growth(double roundings, double unit_roundoff);

/// Covers the roundings of a bound's own evaluation in double.
inline constexpr double bound_evaluation = 1 + 0x1p-40;

}  // namespace ulpgate
