#include "reference/bounds/norm_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int quantum_of(double x) {
  if (x == 0) return 1 << 20;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int field = static_cast<int>(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
  const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  return std::max(field, 1) - 1075 + std::countr_zero(significand);
}

/// A variance: how far from the exact one, how far below it, and the largest it can be.
struct Spread {
  double error = 0;
  double fall = 0;
  double most = 0;
};

class Statistics {
 public:
  Statistics(const RoundedSteps& steps, const NormData& data)
      : s(steps), d(data), n(static_cast<double>(data.n)), division(steps.division_by(data.n)) {
    largest = std::max(std::fabs(d.lowest), std::fabs(d.highest));
    input_u = d.x_fits ? 0 : s.u;
    input_floor = d.x_fits ? s.sum_floor : s.product_floor;
    // A reciprocal of n below the normal range.
    const bool tiny = s.arithmetic.division != Division::rounded && 1 / n < s.rounding.smallest_normal();
    reciprocal_floor = tiny ? s.product_floor : 0;
  }

  NormErrors errors() {
    NormErrors e;
    if (n > s.most || largest * (1 + input_u) > s.most) return overflow();
    const bool welford = d.centred && s.arithmetic.variance == VarianceAlgorithm::welford;
    if (d.centred) e.mean = welford ? welford_mean() : summed_mean();
    Spread v;
    if (!d.centred) {
      v = mean_square();
    } else if (welford) {
      e.deviations_exact = alone();
      v = welford_variance(e.mean);
    } else if (s.arithmetic.variance == VarianceAlgorithm::one_pass) {
      v = one_pass_variance(e.mean);
    } else {
      v = two_pass_variance(e);
    }
    const bool overflows = !(e.mean < infinity) || !(v.error < infinity) || !(v.most * n <= s.most);
    if (overflows) return overflow(e.mean);
    root(v, e);
    return e;
  }

 private:
  static NormErrors overflow(double mean = infinity) {
    return {mean, infinity, infinity, infinity, false, true};
  }

  bool sum_is_exact() const {
    if (!d.x_fits) return false;
    const bool one_sum = d.n <= 2 && d.mean_is_exact && s.holds(d.mean * n);
    return one_sum || s.sums_exactly(d.magnitude * n, d.quantum);
  }

  double summed_mean() {
    const bool exact = sum_is_exact();
    const bool divides = division == 0 || (s.arithmetic.division == Division::rounded && s.holds(n));
    mean_is_exact = exact && divides && d.mean_is_exact && s.holds(d.mean);
    if (mean_is_exact) return 0;
    const double growth = s.growth((exact ? 0 : n - 1) + division + (d.x_fits ? 0 : 1));
    const double floors = (1 + growth) * (s.sum_floor + input_floor) + s.product_floor +
                          reciprocal_floor * n * d.magnitude * (1 + growth);
    if (d.magnitude * n * (1 + growth) > s.most) return infinity;
    return (growth * d.magnitude + floors) * bound_evaluation;
  }

  /// The root mean square of what inputs change by.
  double input_change() const { return input_u * std::sqrt(d.mean_square) + input_floor; }

  /// v' from terms whose exact mean is at most `shift` from v, `fall` below it, after `roundings` each.
  Spread rounded_variance(double shift, double fall, double roundings, double floors) const {
    const double growth = s.growth(roundings);
    const double scaled_floors =
        (1 + growth) * floors + reciprocal_floor * n * (d.variance + shift) * (1 + growth);
    const double rounding = growth * d.variance + scaled_floors;
    return {(shift * (1 + growth) + rounding) * bound_evaluation,
            (fall * (1 + growth) + rounding) * bound_evaluation,
            (d.variance + shift) * (1 + growth) * bound_evaluation};
  }

  double moved(double by) const { return 2 * std::sqrt(d.variance) * by + by * by; }

  Spread two_pass_variance(NormErrors& e) const {
    const double reach = std::max(d.highest - d.mean, d.mean - d.lowest);
    const int quantum = std::min(d.quantum, quantum_of(d.mean));
    e.deviations_exact = mean_is_exact && d.x_fits && s.sums_exactly(reach, quantum);
    if (e.deviations_exact && d.variance == 0) return {};
    if (reach + e.mean > s.most) return {infinity, infinity, infinity};
    const double others = input_change() + s.sum_floor;
    // An error of the mean alone only adds to it.
    const double shift = others == 0 ? e.mean * e.mean : moved(e.mean + others);
    const double fall = others == 0 ? 0 : shift;
    // Squares are multiples of the square of the quantum.
    const bool exact = e.deviations_exact && s.sums_exactly(d.variance * n * (1 + 0x1p-40), 2 * quantum);
    const double squares = exact ? 0 : n + (e.deviations_exact ? 0 : 2);
    return rounded_variance(shift, fall, squares + division, (exact ? 1 : 2) * s.product_floor + s.sum_floor);
  }

  /// One number, which is its own mean.
  bool alone() const { return n == 1 && d.x_fits; }

  /// Roundings of what a merge adds to a mean: a difference, a weight, their product.
  double merge_roundings() const {
    return s.arithmetic.division == Division::approximate ? 3 + std::ceil(2 * s.arithmetic.division_ulps) : 4;
  }

  struct Reach {
    double x, w;  ///< X and W
  };
  Reach reach(double with) const {
    return {largest * (1 + input_u) + input_floor + with, d.highest - d.lowest + 2 * with};
  }

  /// c
  double merge_error(double with) const {
    const Reach r = reach(with);
    return r.x + merge_roundings() * std::max(r.x, r.w);
  }

  double merge_floors() const { return (n + 1) * (4 * s.product_floor + 2 * s.sum_floor + input_floor); }

  double welford_mean() const {
    if (largest == 0 || alone()) return 0;
    const double roundings = merge_roundings();
    // E is on the right side of its inequality too, with at most this factor.
    const double feedback =
        s.u * (1 + 16 * s.u) * ((1 + 2 * roundings) * n / 4 + (3 + 2 * (roundings - 1) + 2 * roundings) / 2);
    // Counts are exact up to 2^p.
    if (n > 1 / s.u || feedback > 0.5) return infinity;
    const Reach r = reach(0);
    // E is below the largest of both times the factor.
    if (std::max(r.x, r.w) * (1 + 4 * feedback) > s.most) return infinity;
    const double rest = (3 * r.x + (roundings - 1) * r.w + roundings * std::max(r.x, r.w)) / 2;
    const double first = s.u * (1 + 16 * s.u) * (merge_error(0) * n / 4 + rest);
    return (first / (1 - feedback) + merge_floors() + input_u * d.magnitude) * bound_evaluation;
  }

  Spread welford_variance(double mean_error) const {
    if (largest == 0 || alone()) return {};
    if (!(mean_error < infinity)) return {infinity, infinity, infinity};
    const double merges = s.u * (1 + 16 * s.u) * merge_error(mean_error) * n / std::sqrt(3.0);
    const double shift = moved(merges + 2 * merge_floors() + input_change());
    // A square's eta counts as often as the smaller side of its merge: at most (n / 2) log2 n in all.
    const double floors = (6 + std::log2(n) / 2) * s.product_floor + 4 * s.sum_floor;
    Spread v = rounded_variance(shift, shift, 2 * n + 10 + division, floors);
    // On the way the square of a difference, times the number of one side or not.
    const double w = reach(mean_error).w;
    v.most = std::max({v.most, std::min(w * w, n * v.most) * (1 + s.growth(4)), w * w / n});
    return v;
  }

  Spread mean_square() const {
    const bool exact = d.x_fits && s.sums_exactly(d.mean_square * n * (1 + 0x1p-40), 2 * d.quantum);
    if (exact && d.mean_square == 0) return {};
    const double growth = s.growth((exact ? 0 : n) + division + (d.x_fits ? 0 : 2));
    const double input = 2 * std::sqrt(d.mean_square) * input_floor + input_floor * input_floor;
    const double floors = (1 + growth) * (2 * s.product_floor + s.sum_floor + input) +
                          reciprocal_floor * n * d.mean_square * (1 + growth);
    const double error = (growth * d.mean_square + floors) * bound_evaluation;
    return {error, error, d.mean_square * (1 + growth) * bound_evaluation};
  }

  Spread one_pass_variance(double mean_error) const {
    const Spread q = mean_square();
    if (largest == 0) return {};
    const double mean = std::fabs(d.mean) + mean_error;
    const double of_mean =
        2 * std::fabs(d.mean) * mean_error + mean_error * mean_error + s.growth(4) * mean * mean;
    const double sum = q.error + of_mean + 2 * s.product_floor;
    const double error = (sum + s.u * (d.variance + sum) + s.sum_floor) * bound_evaluation;
    return {error, error, q.most};
  }

  void root(const Spread& v, NormErrors& e) const {
    const double exact = d.variance + d.eps;
    const double eps_error = s.holds(d.eps) ? 0 : s.u * d.eps + s.product_floor;
    const bool adds = d.eps != 0 && (d.variance != 0 || v.error != 0);
    const auto sum_error = [&](double of_variance) {
      const double w = of_variance + eps_error;
      return adds ? w * (1 + s.u) + s.u * exact + s.sum_floor : w;
    };
    const double rise = sum_error(v.error);
    if (rise == 0 && exact == 0) return;  // 1/0 by everybody
    double fall = sum_error(v.fall);
    // Nothing that is not negative can be below its exact 0.
    const bool may_be_negative = d.centred && s.arithmetic.variance == VarianceAlgorithm::one_pass;
    if (!may_be_negative) fall = std::min(fall, d.variance + eps_error);
    const double down = fall / exact * bound_evaluation, up = rise / exact * bound_evaluation;
    if (!(down < 1)) {
      e = overflow(e.mean);
      return;
    }
    const double function = 2 * s.u * s.arithmetic.rsqrt_ulps;
    // (1 + function) / s - 1 and 1 - (1 - function) / t, without cancellation.
    const double s_down = std::sqrt(1 - down), t = std::sqrt(1 + up);
    e.rstd_above = (function + (1 + function) * down / (s_down * (1 + s_down))) * bound_evaluation;
    const double under = function < 1 ? (up / (1 + t) + function) / t * bound_evaluation : 1;
    e.rstd_relative = std::max(e.rstd_above, under);
    e.rstd_absolute = s.sum_floor;
  }

  const RoundedSteps& s;
  const NormData& d;
  double n, division, largest = 0, input_u = 0, input_floor = 0, reciprocal_floor = 0;
  bool mean_is_exact = false;
};

}  // namespace

NormErrors norm_errors(const RoundedSteps& steps, const NormData& data) {
  return Statistics(steps, data).errors();
}

}  // namespace ulpgate
