#include "reference/oracles/rows/logits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/exact/exponential.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double outwards = 1 + 0x1p-48;

/// Upper bound of e^r - 1 for r >= 0.
double growth_of(double r) { return r == 0 ? 0 : r > 0.5 ? std::exp(r) * 2 : r * (1 + r); }

}  // namespace

Logits::Logits(const LogitsInput& input, const RowArithmetic& arithmetic)
    : input_(input),
      infinity_(arithmetic.infinity),
      has_mask_value_(arithmetic.mask_value.has_value()),
      mask_value_(arithmetic.mask_value.value_or(-infinity)) {
  if ((!input.mask.empty() && input.mask.size() != size()) ||
      (!input.masked.empty() && input.masked.size() != size()))
    throw std::invalid_argument("softmax: the mask's length is not the row's");
  parts_ = std::make_unique_for_overwrite<double[]>(4 * size());
  high_ = parts_.get();
  low_ = high_ + size();
  exp_high_ = low_ + size();
  exp_low_ = exp_high_ + size();
  if (!subtract_plainly()) {
    classify();
    if (class_ != LogitsClass::regular) return;
    subtract_largest();
  }
  exponentiate();
}

bool Logits::subtract_plainly() {
  if (!input_.mask.empty() || !input_.masked.empty() || input_.scale != 1 || input_.x.empty()) return false;
  const double* x = input_.x.data();
  const auto count = static_cast<std::int64_t>(size());
  const RowRange range = row_kernels().survey(x, count);
  if (std::bit_cast<double>(range.largest) > std::numeric_limits<double>::max()) return false;
  const double m = std::bit_cast<double>(key_of(range.highest));
  const double farthest = m - std::bit_cast<double>(key_of(range.lowest));
  if (!(farthest > 0 && farthest <= largest_exponent) || std::isnan(std::bit_cast<double>(range.largest)))
    return false;
  if (has_mask_value_ && m == mask_value_) return false;
  plain_ = {range, farthest};
  top_ = static_cast<std::size_t>(std::find(x, x + count, m) - x);
  largest_ = {m, 0, 0};
  differences_of(x, m, count, high_, low_);
  return true;
}

Enclosure Logits::logit(std::size_t i) const {
  if (is_masked(i)) return {mask_value_, 0, 0};
  const Enclosure scaled =
      input_.scale == 1 ? Enclosure{input_.x[i], 0, 0} : product(input_.scale, input_.x[i]);
  if (input_.mask.empty() || !std::isfinite(scaled.high)) {
    if (input_.mask.empty()) return scaled;
    return {scaled.high + input_.mask[i], 0, 0};
  }
  if (!std::isfinite(input_.mask[i])) return {scaled.high + input_.mask[i], 0, 0};
  return plus(scaled, {input_.mask[i], 0, 0});
}

bool Logits::is_minus_infinity(std::size_t i) const { return high_[i] == -infinity; }

void Logits::classify() {
  // z itself for now.
  std::fill(low_, low_ + size(), 0.0);
  std::size_t infinities = 0;
  double most = -infinity;
  const bool plain = input_.mask.empty() && input_.masked.empty() && input_.scale == 1;
  if (plain) std::copy(input_.x.begin(), input_.x.end(), high_);
  for (std::size_t i = 0; i < size(); ++i) {
    if (!plain) {
      const Enclosure z = logit(i);
      high_[i] = z.high;
      low_[i] = z.low;
      if (z.radius != 0 && radius_.empty()) radius_.resize(size());
      if (!radius_.empty()) radius_[i] = z.radius;
    }
    const double z = high_[i];
    if (std::isnan(z)) class_ = LogitsClass::nan;
    if (z > most || (z == most && low_[i] > low_[top_])) {
      most = z;
      top_ = i;
    }
    if (z == infinity) ++infinities;
  }
  if (class_ == LogitsClass::nan) return;
  if (infinities > 0) {
    class_ = infinities == 1 && infinity_ == InfinityRow::one_hot ? LogitsClass::one_hot : LogitsClass::nan;
  } else if (most == -infinity || (has_mask_value_ && most == mask_value_ && low_[top_] == 0)) {
    class_ = LogitsClass::masked;
  }
}

void Logits::subtract_largest() {
  const double m = high_[top_];
  const double m_low = low_[top_];
  const double m_radius = radius_.empty() ? 0 : radius_[top_];
  largest_ = {m, m_low, m_radius};
  const bool plain = input_.mask.empty() && input_.masked.empty() && input_.scale == 1;
  for (std::size_t i = 0; i < size(); ++i) {
    if (high_[i] == -infinity) {
      low_[i] = 0;
      continue;
    }
    if (plain) {
      // Knuth's two-sum: exact, but where the difference is no double, which plus() tells.
      const double z = high_[i], d = z - m, of_m = d - z;
      high_[i] = d;
      low_[i] = (z - (d - of_m)) + (-m - of_m);
      if (std::isfinite(d)) continue;
    }
    const double radius = radius_.empty() ? 0 : radius_[i];
    const Enclosure d = plain ? anything() : minus({high_[i], low_[i], radius}, largest_);
    high_[i] = std::isinf(d.radius) ? -std::numeric_limits<double>::max() : d.high;
    low_[i] = d.low;
    // Beyond double's range, so is the difference: e^d is 0 as far as doubles go.
    const double known = std::isinf(d.radius) ? std::numeric_limits<double>::max() : d.radius;
    if (known != 0 && radius_.empty()) radius_.resize(size());
    if (!radius_.empty()) radius_[i] = i == top_ ? 0 : known;
  }
  high_[top_] = low_[top_] = 0;
}

void Logits::exponentiate() {
  // What exponentials() does not take is computed as e^0, and put right below.
  std::vector<double> arguments, rests;
  bool any_far = false;
  double farthest = plain_ ? plain_->farthest : 0, most_radius = 0;
  for (std::size_t i = 0; !plain_ && i < size(); ++i) {
    if (high_[i] < -largest_exponent) {
      any_far = true;
    } else {
      farthest = std::max(farthest, -high_[i]);
      if (!radius_.empty()) most_radius = std::max(most_radius, radius_[i]);
    }
  }
  const double* high = high_;
  const double* low = low_;
  if (any_far) {
    arguments.assign(high_, high_ + size());
    rests.assign(low_, low_ + size());
    for (std::size_t i = 0; i < size(); ++i) {
      if (arguments[i] < -largest_exponent) arguments[i] = rests[i] = 0;
    }
    high = arguments.data();
    low = rests.data();
  }
  ulpgate::exponentials(high, low, static_cast<std::int64_t>(size()), exp_high_, exp_low_);
  double far_radius = 0;
  if (any_far) {
    for (std::size_t i = 0; i < size(); ++i) {
      if (high_[i] >= -largest_exponent) continue;
      const Enclosure e = exponential(i);
      far_radius += e.radius;
      exp_high_[i] = e.high;
      exp_low_[i] = e.low;
    }
  }
  const double top_high = exp_high_[top_];
  exp_high_[top_] = 0;
  const PairSum sum = sum_of_pairs(exp_high_, exp_low_, static_cast<std::int64_t>(size()));
  exp_high_[top_] = top_high;
  // Of e^0 there is no error, so where nothing else is, the sum is a count.
  const bool whole = farthest == 0 && most_radius == 0 && far_radius == 0;
  const double relative = exponential_error(farthest) + growth_of(std::min(most_radius, 600.0)) +
                          static_cast<double>(size()) * 0x1p-103;
  rest_ = {sum.high, sum.low, whole ? 0 : (sum.high * relative + far_radius) * outwards};
  if (!std::isfinite(rest_.radius)) rest_ = anything();
}

Enclosure Logits::difference(std::size_t i) const {
  if (!radius_.empty() && radius_[i] == std::numeric_limits<double>::max()) return anything();
  return {high_[i], low_[i], radius_.empty() ? 0 : radius_[i]};
}

bool Logits::is_far(std::size_t i) const { return high_[i] < -largest_exponent; }

/// Whether e^d_i is below 2^-1075. What d_i lacks is below an ulp, or d_i beyond double's range.
bool Logits::is_gone(std::size_t i) const { return high_[i] < -747; }

Enclosure Logits::exponential(std::size_t i) const {
  if (is_minus_infinity(i)) return {};
  if (is_gone(i)) return {0, 0, 0x1p-1074};
  if (is_far(i)) return ulpgate::exponential(difference(i));
  if (high_[i] == 0 && low_[i] == 0 && (radius_.empty() || radius_[i] == 0)) return {1, 0, 0};
  const double given = radius_.empty() ? 0 : growth_of(std::min(radius_[i], 600.0));
  const double relative = exponential_error(-high_[i]) + given;
  return {exp_high_[i], exp_low_[i], exp_high_[i] * relative * outwards};
}

Enclosure Logits::weighted(std::size_t i, const Enclosure& weight) const {
  if (is_gone(i)) return exponential(i);
  if (!is_far(i)) return times(exponential(i), weight);
  return scaled(times(lifted_exponential(difference(i)), weight), -lifted_by);
}

Ball Logits::precise_logit(std::size_t i, int bits) const {
  if (is_masked(i)) return {mask_value_, bits};
  const Exact scaled = Exact::from_double(input_.scale) * Exact::from_double(input_.x[i]);
  return {input_.mask.empty() ? scaled : scaled + Exact::from_double(input_.mask[i]), bits};
}

Ball Logits::precise_difference(std::size_t i, int bits) const {
  return i == top_ ? Ball(0, bits) : precise_logit(i, bits) - precise_logit(top_, bits);
}

Ball Logits::precise_rest(int bits) const {
  return rests_.at(bits, [&](int) {
    Ball sum(0, bits);
    for (std::size_t i = 0; i < size(); ++i) {
      if (i != top_ && !is_minus_infinity(i)) sum = sum + ulpgate::exponential(precise_difference(i, bits));
    }
    return sum;
  });
}

Ball Logits::precise_log_of_sum(int bits) const {
  return logs_.at(bits, [&](int) { return logarithm_of_one_plus(precise_rest(bits)); });
}

}  // namespace ulpgate
