// The bounds of NormOracle: from its exact values to what reference/bounds/norm_element.h needs.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/bounds/norm_folded.h"
#include "reference/formats/encode.h"
#include "reference/oracles/norm/norm_oracle.h"
#include "reference/oracles/norm/root_ratio.h"

namespace ulpgate {
namespace {

RowBound anything_goes() { return {std::numeric_limits<double>::infinity(), true}; }

/// Covers a few roundings in double.
constexpr double from_above = 1 + 0x1p-50;

double rounded_to(const Format& f, double x) {
  const Unpacked value = unpack(formats::fp64, std::bit_cast<std::uint64_t>(x));
  return to_double(f, encode(f, value, Rule{}).code);
}

}  // namespace

NormElement NormOracle::element(std::size_t i) const {
  NormElement e;
  const RoundedSteps& s = steps();
  e.x = std::fabs(row_.x[i]);
  e.x_fits = data_.x_fits || s.holds(row_.x[i]);
  e.mean = std::fabs(data_.mean) * from_above;
  // The mean is known to half an ulp.
  const bool is_mean = row_.x[i] == data_.mean && data_.mean_is_exact;
  e.deviation = is_mean ? 0 : (std::fabs(row_.x[i] - data_.mean) + e.mean * 0x1p-52) * from_above;
  e.rstd = rstd_;
  e.has_gamma = !row_.gamma.empty();
  if (e.has_gamma) {
    e.gamma_fits = s.holds(row_.gamma[i]);
    const double gamma = row_.gamma[i];
    // Where gamma is rounded before, 1 + gamma may cancel and keep all of that.
    e.gamma = !arithmetic_.zero_centred ? std::fabs(gamma)
              : e.gamma_fits            ? std::fabs(1 + gamma) * from_above
                                        : (1 + std::fabs(gamma)) * from_above;
  }
  e.has_beta = !row_.beta.empty();
  if (e.has_beta) {
    e.beta = std::fabs(row_.beta[i]);
    e.beta_fits = s.holds(row_.beta[i]);
  }
  e.y = e.deviation * e.rstd * e.gamma + e.beta;
  return e;
}

RowBound NormOracle::uncommon_bound(NormOutput output, std::int64_t at) const {
  if (row_.x.empty()) return anything_goes();
  if (!sums_.all_finite()) {
    if (arithmetic_.accumulator == nullptr) steps();
    // Running means turn an infinity into a NaN or not, as it comes.
    const bool running = row_.centred && arithmetic_.variance == VarianceAlgorithm::welford;
    return output == NormOutput::mean && running && !sums_.any_nan ? anything_goes() : RowBound{};
  }
  const NormErrors& e = errors();
  if (output == NormOutput::mean) return {e.mean, std::isinf(e.mean)};
  if (e.may_overflow || square_is_zero_) {
    return e.may_overflow ? anything_goes() : RowBound{};
  }
  if (output == NormOutput::rstd) {
    return {(rstd_ * e.rstd_relative + e.rstd_absolute) * bound_evaluation,
            rstd_ * (1 + e.rstd_above) > steps().most};
  }
  const auto i = static_cast<std::size_t>(at);
  const double g = gamma(i), b = beta(i);
  if (std::isnan(g) || std::isnan(b)) return {};
  NormElement element = this->element(i);
  // x times infinity, and the other sign of it.
  if (std::isinf(g) && arithmetic_.folded) return anything_goes();
  if (std::isinf(g)) {
    // Its sign is that of a deviation that is computed.
    element.gamma = 1;
    element.has_gamma = element.has_beta = false;
    const RowBound of = normalised_bound(steps(), e, row_.centred, element);
    const double size = element.deviation * element.rstd;
    return of.may_overflow || (of.error >= size * (1 - 0x1p-40) && of.error > 0) ? anything_goes()
                                                                                 : RowBound{};
  }
  if (std::isinf(b)) {
    element.has_beta = false;
    if (arithmetic_.folded) return {0, folded_bound(steps(), e, element).may_overflow};
    return {0, norm_element_bound(steps(), e, row_.centred, element).may_overflow};
  }
  if (arithmetic_.folded) return folded_bound(steps(), e, element);
  if (arithmetic_.rounds_first) return rounded_first_bound(i);
  return norm_element_bound(steps(), e, row_.centred, element);
}

NormOracle::RoundedFirst NormOracle::round_first(std::size_t i) const {
  RoundedFirst r;
  const NormElement e = element(i);
  const RowBound bound = normalised_bound(steps(), errors(), row_.centred, e);
  if (bound.may_overflow) return {0, std::numeric_limits<double>::infinity(), 0, true};
  const Enclosure exact = root_ratio(exact_deviation(i), exact_square(), Exact(), 100);
  const Interval interval = widened(exact, bound.error);
  double low = rounded_to(*row_.y, interval.low), high = rounded_to(*row_.y, interval.high);
  const double most = to_double(*row_.y, max_finite_magnitude(*row_.y));
  r.may_overflow = std::fabs(low) > most || std::fabs(high) > most;
  low = std::clamp(low, -most, most);
  high = std::clamp(high, -most, most);
  if (arithmetic_.flushes_subnormals) {
    const double normal = std::ldexp(1.0, row_.y->min_exponent());
    if (std::fabs(low) < normal || std::fabs(high) < normal) {
      low = std::min(low, 0.0);
      high = std::max(high, 0.0);
    }
  }
  r.middle = low + (high - low) / 2;
  r.half = std::max(high - r.middle, r.middle - low);
  r.largest = std::max(std::fabs(low), std::fabs(high));
  return r;
}

RowBound NormOracle::rounded_first_bound(std::size_t i) const {
  const RoundedFirst r = round_first(i);
  if (r.may_overflow && std::isinf(r.half)) return anything_goes();
  RowBound bound = affine_bound(steps(), element(i), r.largest, r.half * (1 + 0x1p-50));
  bound.may_overflow = bound.may_overflow || r.may_overflow;
  return bound;
}

}  // namespace ulpgate
