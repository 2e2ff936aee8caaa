#include "reference/oracles/softmax.h"

#include <cmath>
#include <limits>
#include <optional>

#include "reference/bounds/softmax.h"
#include "reference/oracles/rows/logits.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

constexpr Enclosure one{1, 0, 0};

class Softmax : public RowOracle {
 public:
  Softmax(const SoftmaxRow& row, const RowArithmetic& arithmetic)
      : log_(row.log),
        masked_row_(arithmetic.masked_row),
        logits_({row.x, row.mask, row.masked, row.scale}, arithmetic) {
    check_accumulator(arithmetic.accumulator);
    if (logits_.row_class() != LogitsClass::regular) return;
    const Enclosure sum = plus(one, logits_.rest());
    factor_ = log_ ? negated(logarithm_of_one_plus(logits_.rest())) : quotient(one, sum);
    bound_.emplace(SoftmaxTerms{.x = row.x,
                                .mask = row.mask,
                                .masked = row.masked,
                                .scale = row.scale,
                                .scaled = row.scaled,
                                .largest = logits_.largest().high,
                                .differences = logits_.differences(),
                                .rests = logits_.difference_rests(),
                                .exponentials = logits_.exponentials(),
                                .sum = sum.high,
                                .y = row.y},
                   arithmetic);
  }

  RowValue value(int, std::int64_t i) const override {
    const auto place = static_cast<std::size_t>(i);
    if (is_decided(place)) return decided(place);
    return finite_value(log_ ? plus(logits_.difference(place), factor_) : logits_.weighted(place, factor_));
  }

  RowValue refined(int, std::int64_t i, int bits) const override {
    const auto place = static_cast<std::size_t>(i);
    if (is_decided(place)) return decided(place);
    return finite_value(refine(bits, [&](int working) {
      const Ball difference = logits_.precise_difference(place, working);
      if (log_) return difference - logits_.precise_log_of_sum(working);
      return exponential(difference) / (Ball(1, working) + logits_.precise_rest(working));
    }));
  }

  RowBound bound(int, std::int64_t i) const override {
    if (!bound_) return {};
    const auto place = static_cast<std::size_t>(i);
    return log_ ? bound_->log_softmax(place) : bound_->softmax(place);
  }

 private:
  /// Whether a rule, and no arithmetic, gives the result.
  bool is_decided(std::size_t i) const {
    return logits_.row_class() != LogitsClass::regular || logits_.is_minus_infinity(i);
  }

  RowValue decided(std::size_t i) const {
    const RowValue nothing =
        log_ ? RowValue{NumberClass::infinity, true, {}} : RowValue{NumberClass::zero, false, {}};
    const RowValue all =
        log_ ? RowValue{NumberClass::zero, false, {}} : RowValue{NumberClass::finite, false, one};
    switch (logits_.row_class()) {
      case LogitsClass::one_hot:
        return i == logits_.top() ? all : nothing;
      case LogitsClass::masked:
        if (masked_row_ == MaskedRow::zero) return nothing;
        break;
      case LogitsClass::regular:
        return nothing;
      case LogitsClass::nan:
        break;
    }
    return {NumberClass::nan, false, {}};
  }

  bool log_;
  MaskedRow masked_row_;
  Logits logits_;
  Enclosure factor_;  ///< 1 / sum, or what log-softmax adds to a difference
  std::optional<SoftmaxBound> bound_;
};

}  // namespace

std::unique_ptr<RowOracle> softmax_row(const SoftmaxRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<Softmax>(row, arithmetic);
}

}  // namespace ulpgate
