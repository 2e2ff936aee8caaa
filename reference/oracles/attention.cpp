#include "reference/oracles/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "reference/bounds/attention.h"
#include "reference/oracles/rows/logits.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Enclosure one{1, 0, 0};
constexpr int output_lse = 1;

RowValue infinite(bool negative) { return {NumberClass::infinity, negative, {}}; }

class Attention : public RowOracle {
 public:
  Attention(const AttentionRow& row, const RowArithmetic& arithmetic)
      : row_(row),
        masked_row_(arithmetic.masked_row),
        masked_lse_is_positive_(arithmetic.masked_lse_is_positive),
        logits_({row.x, {}, row.masked, row.scale}, arithmetic) {
    check_accumulator(arithmetic.accumulator);
    if (row.v.size() != row.x.size() * static_cast<std::size_t>(row.d))
      throw std::invalid_argument("attention: v has not d numbers for each score");
    if (logits_.row_class() != LogitsClass::regular) return;
    sum_ = plus(one, logits_.rest());
    for (std::size_t i = 0; i < logits_.size(); ++i) exponentials_.push_back(logits_.exponential(i));
    terms_ = {.x = row.x,
              .masked = row.masked,
              .scale = row.scale,
              .scaled = true,
              .largest = logits_.largest().high,
              .differences = logits_.differences(),
              .rests = logits_.difference_rests(),
              .exponentials = logits_.exponentials(),
              .sum = sum_.high};
    softmax_.emplace(terms_, arithmetic);
    bound_.emplace(terms_, *softmax_, arithmetic);
  }

  RowValue value(int output, std::int64_t i) const override {
    if (output == output_lse) return lse();
    const Column column(*this, i);
    if (column.special) return *column.special;
    if (column.all_zero) return {NumberClass::zero, false, {}};
    Enclosure sum;
    for (std::size_t k = 0; k < column.v.size(); ++k) {
      if (column.v[k] != 0 && !logits_.is_minus_infinity(k))
        sum = plus(sum, times(exponentials_[k], column.v[k]));
    }
    return finite_value(quotient(sum, sum_));
  }

  RowValue refined(int output, std::int64_t i, int bits) const override {
    if (output == output_lse) {
      if (logits_.row_class() != LogitsClass::regular) return lse();
      return finite_value(refine(bits, [&](int working) {
        return logits_.precise_logit(logits_.top(), working) +
               logarithm_of_one_plus(logits_.precise_rest(working));
      }));
    }
    const Column column(*this, i);
    if (column.special || column.all_zero) return value(output, i);
    return finite_value(refine(bits, [&](int working) {
      Ball sum(0, working);
      for (std::size_t k = 0; k < column.v.size(); ++k) {
        if (column.v[k] != 0 && !logits_.is_minus_infinity(k))
          sum = sum + exponential(logits_.precise_difference(k, working)) * Ball(column.v[k], working);
      }
      return sum / (Ball(1, working) + logits_.precise_rest(working));
    }));
  }

  RowBound bound(int output, std::int64_t i) const override {
    if (output == output_lse) {
      if (bound_) return bound_->lse(row_.lse);
      return {0, logits_.row_class() == LogitsClass::nan && !has_nan()};
    }
    const Column column(*this, i);
    if (column.open) return {infinity, true};
    if (!bound_ || (column.special && column.special->number_class == NumberClass::nan)) return {};
    if (column.special) return {0, may_leave_range(column.v)};
    return bound_->output(column.v, finite_high(i));
  }

 private:
  /// A column of v, and what no arithmetic gives.
  struct Column {
    std::vector<double> v;
    std::optional<RowValue> special;
    bool all_zero = true;
    bool open = false;  ///< NaN and infinity may count or not

    Column(const Attention& a, std::int64_t c) {
      for (auto k = static_cast<std::size_t>(c); k < a.row_.v.size(); k += static_cast<std::size_t>(a.row_.d))
        v.push_back(a.row_.v[k]);
      const LogitsClass row_class = a.logits_.row_class();
      bool nan = row_class == LogitsClass::nan, ignored = false, up = false, down = false, vanishes = false;
      for (std::size_t k = 0; k < v.size() && !nan; ++k) {
        const bool gone = row_class != LogitsClass::regular || a.logits_.is_minus_infinity(k);
        all_zero = all_zero && (gone || v[k] == 0);
        if (std::isfinite(v[k])) continue;
        if (gone) {
          ignored = true;
          continue;
        }
        nan = std::isnan(v[k]);
        up = up || v[k] > 0;
        down = down || v[k] < 0;
        vanishes = vanishes || a.bound_->may_vanish(k);
      }
      if (nan) {
        special = RowValue{NumberClass::nan, false, {}};
        return;
      }
      open = ignored || vanishes;
      if (row_class != LogitsClass::regular) {
        special =
            RowValue{a.masked_row_ == MaskedRow::zero ? NumberClass::zero : NumberClass::nan, false, {}};
        open = ignored && a.masked_row_ == MaskedRow::zero;
      } else if (up || down) {
        special = up && down ? RowValue{NumberClass::nan, false, {}} : infinite(down);
      }
    }
  };

  bool has_nan() const {
    return std::any_of(logits_.differences().begin(), logits_.differences().end(),
                       [](double z) { return std::isnan(z); });
  }

  RowValue lse() const {
    switch (logits_.row_class()) {
      case LogitsClass::masked:
        return infinite(!masked_lse_is_positive_);
      case LogitsClass::regular:
        return finite_value(plus(logits_.largest(), logarithm_of_one_plus(logits_.rest())));
      default:
        return has_nan() ? RowValue{NumberClass::nan, false, {}} : infinite(false);
    }
  }

  double finite_high(std::int64_t i) const { return value(0, i).value.high; }

  /// Whether the finite numbers of the column may add up to infinity, of the other sign.
  bool may_leave_range(const std::vector<double>& v) const {
    double sum = 0;
    for (const double x : v) sum += std::isfinite(x) ? std::fabs(x) : 0;
    return !(sum * 1.01 <= softmax_->accumulator().largest());
  }

  AttentionRow row_;
  MaskedRow masked_row_;
  bool masked_lse_is_positive_;
  Logits logits_;
  Enclosure sum_;
  std::vector<Enclosure> exponentials_;
  SoftmaxTerms terms_;
  std::optional<SoftmaxBound> softmax_;
  std::optional<AttentionBound> bound_;
};

}  // namespace

std::unique_ptr<RowOracle> attention_row(const AttentionRow& row, const RowArithmetic& arithmetic) {
  return std::make_unique<Attention>(row, arithmetic);
}

}  // namespace ulpgate
