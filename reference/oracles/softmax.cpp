#include "reference/oracles/softmax.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "reference/bounds/softmax.h"
#include "reference/exact/exponential.h"
#include "reference/oracles/rows/logits.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

constexpr Enclosure one{1, 0, 0};
/// Covers products of relative errors below 2^-80, and roundings.
constexpr double from_above = 1 + 0x1p-40;

class Softmax : public RowOracle {
 public:
  Softmax(const SoftmaxRow& row, const RowArithmetic& arithmetic)
      : row_(row), arithmetic_(arithmetic), logits_(std::make_unique<Logits>(input(), arithmetic)) {
    check_accumulator(arithmetic.accumulator);
    if (logits_->row_class() != LogitsClass::regular) return;
    const Enclosure sum = plus(one, logits_->rest());
    factor_ = row.log ? negated(logarithm_of_one_plus(logits_->rest())) : quotient(one, sum);
    SoftmaxTerms terms{.x = row.x,
                       .mask = row.mask,
                       .masked = row.masked,
                       .scale = row.scale,
                       .scaled = row.scaled,
                       .largest = logits_->largest().high,
                       .differences = logits_->differences(),
                       .rests = logits_->difference_rests(),
                       .exponentials = logits_->exponentials(),
                       .sum = sum.high,
                       .y = row.y};
    if (const auto& plain = logits_->plain())
      terms.plain = {plain->range.largest, plain->range.smallest, plain->range.significands, plain->farthest};
    bound_.emplace(terms, arithmetic);
    if (logits_->plain()) finish_plain_row();
  }

  RowValue value(int, std::int64_t i) const override {
    const auto place = static_cast<std::size_t>(i);
    if (parts_ != nullptr) {
      const double high = high_[place];
      return {NumberClass::finite, false, {high, low_[place], std::fabs(high) * relative_ + absolute_}};
    }
    if (is_decided(place)) return decided(place);
    return finite_value(row_.log ? plus(logits_->difference(place), factor_)
                                 : logits_->weighted(place, factor_));
  }

  RowValue refined(int, std::int64_t i, int bits) const override {
    const auto place = static_cast<std::size_t>(i);
    std::call_once(again_, [this] {
      if (logits_ == nullptr) logits_ = std::make_unique<Logits>(input(), arithmetic_);
    });
    if (is_decided(place)) return decided(place);
    return finite_value(refine(bits, [&](int working) {
      const Ball difference = logits_->precise_difference(place, working);
      if (row_.log) return difference - logits_->precise_log_of_sum(working);
      return exponential(difference) / (Ball(1, working) + logits_->precise_rest(working));
    }));
  }

  RowBound bound(int, std::int64_t i) const override {
    const auto place = static_cast<std::size_t>(i);
    if (bounds_ != nullptr) return {bounds_[place], false};
    if (!bound_) return {};
    return row_.log ? bound_->log_softmax(place) : bound_->softmax(place);
  }

 private:
  LogitsInput input() const { return {row_.x, row_.mask, row_.masked, row_.scale}; }

  /// All values and bounds at once, in place of what they are made from.
  void finish_plain_row() {
    bounds_ = bound_->take_bounds(row_.log);
    if (bounds_ == nullptr) return;
    bound_.reset();
    const double farthest = logits_->plain()->farthest;
    const std::size_t n = row_.x.size();
    const auto count = static_cast<std::int64_t>(n);
    parts_ = logits_->take_parts();
    logits_.reset();
    high_ = parts_.get() + (row_.log ? 0 : 2 * n);
    low_ = high_ + n;
    if (row_.log) {
      add_to_pairs(high_, low_, count, {factor_.high, factor_.low});
      relative_ = pair_error * from_above;
      absolute_ = factor_.radius * from_above;
    } else {
      multiply_pairs(high_, low_, count, {factor_.high, factor_.low});
      relative_ = (exponential_error(farthest) + pair_error + factor_.radius / smallest_magnitude(factor_)) *
                  from_above;
    }
  }

  /// Whether a rule, and no arithmetic, gives the result.
  bool is_decided(std::size_t i) const {
    return logits_->row_class() != LogitsClass::regular || logits_->is_minus_infinity(i);
  }

  RowValue decided(std::size_t i) const {
    const RowValue nothing =
        row_.log ? RowValue{NumberClass::infinity, true, {}} : RowValue{NumberClass::zero, false, {}};
    const RowValue all =
        row_.log ? RowValue{NumberClass::zero, false, {}} : RowValue{NumberClass::finite, false, one};
    switch (logits_->row_class()) {
      case LogitsClass::one_hot:
        return i == logits_->top() ? all : nothing;
      case LogitsClass::masked:
        if (arithmetic_.masked_row == MaskedRow::zero) return nothing;
        break;
      case LogitsClass::regular:
        return nothing;
      case LogitsClass::nan:
        break;
    }
    return {NumberClass::nan, false, {}};
  }

  SoftmaxRow row_;
  RowArithmetic arithmetic_;
  mutable std::once_flag again_;
  mutable std::unique_ptr<Logits> logits_;  ///< none while parts_ has all
  Enclosure factor_;                        ///< 1 / sum, or what log-softmax adds to a difference
  std::optional<SoftmaxBound> bound_;
  // Of a row where nothing unusual happens:
  std::unique_ptr<double[]> bounds_;
  std::unique_ptr<double[]> parts_;
  double *high_ = nullptr, *low_ = nullptr;  ///< of values, in parts_
  double relative_ = 0, absolute_ = 0;       ///< how far they are off
};

}  // namespace

std::unique_ptr<RowOracle> softmax_row(const SoftmaxRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<Softmax>(row, arithmetic);
}

}  // namespace ulpgate
