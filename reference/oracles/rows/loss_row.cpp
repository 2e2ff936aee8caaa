#include "reference/oracles/rows/loss_row.h"

#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Enclosure one{1, 0, 0};

}  // namespace

LossRow::LossRow(std::span<const double> x, std::size_t target, double smoothing, const Format* output,
                 const RowArithmetic& arithmetic)
    : target_(target), smoothing_(smoothing), logits_({x, {}, {}, 1}, arithmetic), arithmetic_(arithmetic) {
  if (logits_.row_class() != LogitsClass::regular) return;
  sum_ = plus(one, logits_.rest());
  terms_ = {.x = x,
            .largest = logits_.largest().high,
            .differences = logits_.differences(),
            .rests = logits_.difference_rests(),
            .exponentials = logits_.exponentials(),
            .sum = sum_.high,
            .y = smoothing == 0 ? output : nullptr};
  bound_.emplace(terms_, arithmetic);
}

std::optional<double> LossRow::special_loss() const {
  if (logits_.row_class() == LogitsClass::nan) return NAN;
  if (logits_.row_class() == LogitsClass::masked)
    return arithmetic_.masked_row == MaskedRow::zero ? infinity : NAN;
  const bool hot = logits_.row_class() == LogitsClass::one_hot;
  const auto gone = [&](std::size_t c) { return hot ? c != logits_.top() : logits_.is_minus_infinity(c); };
  double loss = 0;
  if (gone(target_)) loss += (1 - smoothing_) * infinity;
  for (std::size_t c = 0; c < logits_.size() && smoothing_ > 0; ++c) loss += gone(c) ? infinity : 0;
  if (std::isfinite(loss) && !hot) return std::nullopt;
  return loss;
}

Enclosure LossRow::loss() const {
  Enclosure value = logarithm_of_one_plus(logits_.rest());
  value = plus(value, times(negated(logits_.difference(target_)), minus(one, {smoothing_, 0, 0})));
  if (smoothing_ == 0) return value;
  Enclosure others;
  for (std::size_t c = 0; c < logits_.size(); ++c) others = minus(others, logits_.difference(c));
  return plus(value, times(others, share()));
}

Ball LossRow::precise_loss(int bits) const {
  const Ball smoothing(smoothing_, bits);
  Ball value = logits_.precise_log_of_sum(bits);
  value = value - logits_.precise_difference(target_, bits) * (Ball(1, bits) - smoothing);
  if (smoothing_ == 0) return value;
  Ball others(0, bits);
  for (std::size_t c = 0; c < logits_.size(); ++c) others = others - logits_.precise_difference(c, bits);
  return value + others * smoothing / Ball(static_cast<double>(logits_.size()), bits);
}

RowBound LossRow::loss_bound(double loss) const {
  return bound_ ? cross_entropy_row_bound(*bound_, terms_, arithmetic_, {target_, smoothing_}, loss)
                : RowBound{};
}

Enclosure LossRow::difference(std::size_t c) const {
  // 1 less the largest's share is what the others have.
  if (c == target_ && c == logits_.top() && smoothing_ == 0) return negated(quotient(logits_.rest(), sum_));
  return minus(quotient(logits_.exponential(c), sum_), target_share(c));
}

Ball LossRow::precise_difference(std::size_t c, int bits) const {
  const Ball rest = logits_.precise_rest(bits), sum = Ball(1, bits) + rest;
  Ball own(0, bits);
  if (!logits_.is_minus_infinity(c)) own = exponential(logits_.precise_difference(c, bits));
  Ball q = Ball(smoothing_, bits) / Ball(static_cast<double>(logits_.size()), bits);
  if (c == target_) q = q + Ball(1, bits) - Ball(smoothing_, bits);
  if (c == target_ && c == logits_.top() && smoothing_ == 0) return -(rest / sum);
  return own / sum - q;
}

RowBound LossRow::gradient_bound(std::size_t c, double dloss, std::int64_t counted) const {
  if (!bound_) return {};
  return cross_entropy_gradient_bound(*bound_, terms_, arithmetic_, {target_, smoothing_}, c,
                                      target_share(c).high, dloss, counted);
}

double LossRow::special_difference(std::size_t c) const {
  const bool hot = logits_.row_class() == LogitsClass::one_hot;
  const bool zero = logits_.row_class() == LogitsClass::masked && arithmetic_.masked_row == MaskedRow::zero;
  if (!hot && !zero) return NAN;
  return (hot && c == logits_.top() ? 1 : 0) - target_share(c).high;
}

/// s / n.
Enclosure LossRow::share() const {
  return quotient({smoothing_, 0, 0}, {static_cast<double>(logits_.size()), 0, 0});
}
/// q_c.
Enclosure LossRow::target_share(std::size_t c) const {
  const Enclosure everyone = smoothing_ == 0 ? Enclosure{} : share();
  return c == target_ ? plus(minus(one, {smoothing_, 0, 0}), everyone) : everyone;
}

}  // namespace ulpgate
