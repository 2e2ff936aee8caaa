#include "suites/framework/acceptable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "reference/formats/ulp.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

Unpacked unpacked(double x) { return unpack(formats::fp64, std::bit_cast<std::uint64_t>(x)); }

}  // namespace

void accept_between(const Format& d, const Rule& rule, const Interval& ends, Acceptable& a) {
  const auto end = [&](double x, std::uint64_t limit) {
    const Expected e = encode(d, unpacked(x), rule);
    if (!is_nan(d, e.code)) return e.code;
    a.nan = true;
    return limit;
  };
  const std::uint64_t largest = max_finite_magnitude(d);
  a.low = end(ends.low, ends.low < 0 ? largest | d.sign_mask() : largest);
  a.high = end(ends.high, ends.high < 0 ? largest | d.sign_mask() : largest);
}

ElementVerdict judge_element(const Format& d, const Acceptable& a, std::uint64_t code) {
  ElementVerdict v;
  const std::uint64_t bits = code & ~Format::ones(d.padding_bits);
  if (a.exact && bits == a.low && a.number_class == NumberClass::finite && a.value.low == 0) {
    v.accepted = true;
    v.error_over_bound = 0;
    const double distance = d.is_floating() ? to_double(d, bits) - a.value.high : 0;
    if (distance == 0) {
      v.ulp_error = 0;
      return v;
    }
  }
  if ((bits & ~d.code_mask()) != 0) return v;
  if (is_nan(d, bits)) {
    const std::uint64_t judged_bits = ~(a.nan_of_either_sign ? d.sign_mask() : 0);
    v.accepted = a.nan || (is_nan(d, a.low) && ((bits ^ a.low) & judged_bits) == 0);
    return v;
  }
  if (a.number_class == NumberClass::nan) {
    v.accepted = bits == a.low;  // where D's format has no NaN
    return v;
  }
  const auto got = ordinal(d, bits), low = ordinal(d, a.low), high = ordinal(d, a.high);
  const bool other_zero = a.signed_zero && bits != a.low;
  v.accepted =
      (low && high && *low <= *got && *got <= *high && !other_zero) || (a.infinity && is_infinity(d, bits));
  if (!v.accepted) v.error_over_bound = HUGE_VAL;
  if (a.number_class == NumberClass::infinity || is_infinity(d, bits) || !d.is_floating()) return v;
  const double distance = (to_double(d, bits) - a.value.high) - a.value.low;
  const auto reach_to = [&](std::uint64_t end) {
    return is_finite(d, end) ? std::fabs((to_double(d, end) - a.value.high) - a.value.low) : HUGE_VAL;
  };
  if (v.accepted) {
    const double reach = std::max(reach_to(a.low), reach_to(a.high));
    if (std::isfinite(reach) && std::isfinite(distance))
      v.error_over_bound = distance == 0 ? 0 : std::fabs(distance) / reach;
  } else if (a.error > 0 && low && high) {
    // Over what is accepted on the side that D left.
    const double ratio = std::fabs(distance) / reach_to(*got > *high ? a.high : a.low);
    if (ratio > 1) v.error_over_bound = ratio;
  }
  if (std::isfinite(distance)) {
    const int binade =
        a.value.high == 0 ? d.min_exponent() : std::max(std::ilogb(a.value.high), d.min_exponent());
    v.ulp_error = std::ldexp(distance, d.significand_bits - binade);
  }
  return v;
}

std::string explain_element(const Format& d, const Acceptable& a) {
  if (a.number_class == NumberClass::nan && a.nan) return "expected NaN";
  if (a.nan_of_either_sign) return "expected " + shown_text(d, a.low) + " with either sign";
  if (a.exact && !a.nan && !a.infinity) return "expected " + shown_text(d, a.low);
  char number[96];
  std::snprintf(number, sizeof number, ": exact value %.9g, bound %.3g", a.value.high, a.error);
  return "expected " + shown_text(d, a.low) + (a.low == a.high ? "" : " to " + shown_text(d, a.high)) +
         number +
         (a.infinity ? ", or infinity or NaN, because partial sums may overflow"
          : a.nan    ? ", or NaN"
                     : "");
}

int distance_bin(const Format& d, const Acceptable& a, std::uint64_t code) {
  const auto below = ulp_distance(d, a.low, code), above = ulp_distance(d, a.high, code);
  if (!below || !above) return no_ulp_bin;
  return ulp_bin(*below < 0 ? below : above);
}

void Statistics::add(const ElementVerdict& v) {
  if (v.ulp_error) ulps.add(*v.ulp_error);
  if (v.error_over_bound) max_error_over_bound = std::max(max_error_over_bound, *v.error_over_bound);
}

void Statistics::merge(const Statistics& later) {
  ulps.merge(later.ulps);
  max_error_over_bound = std::max(max_error_over_bound, later.max_error_over_bound);
  for (const auto& [bin, count] : later.distances) distances[bin] += count;
}

void ByLength::add(std::int64_t length, const Statistics& of_case) {
  if (of_case.ulps.measured == 0 || length < 1) return;
  double& largest = largest_[std::bit_floor(static_cast<std::uint64_t>(length))];
  largest = std::max(largest, of_case.max_error_over_bound);
}

void ByLength::tell(const std::string& what, report::Row& row) const {
  report::Curve curve{"error over bound by " + what, {}};
  for (const auto& [length, ratio] : largest_) {
    if (std::isfinite(ratio)) curve.points.emplace_back(static_cast<double>(length), ratio);
  }
  if (curve.points.size() > 1) row.curves.push_back(std::move(curve));
}

void Statistics::tell(report::Row& row) const {
  for (const auto& [bin, count] : distances) row.ulp_histogram.push_back({ulp_bin_name(bin), count});
  if (ulps.measured == 0) return;
  const auto n = static_cast<double>(ulps.measured);
  row.max_ulp_error = ulps.max_abs;
  row.rms_ulp_error = std::sqrt(ulps.sum_squares / n);
  row.mean_ulp_error = ulps.sum / n;
  row.max_error_over_bound = max_error_over_bound;
}

}  // namespace ulpgate
