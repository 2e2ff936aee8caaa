#include "reference/oracles/softmax_backward.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "reference/bounds/softmax_backward.h"
#include "reference/oracles/rows/refine.h"

namespace ulpgate {
namespace {

RowValue class_of(double x) { return {std::isnan(x) ? NumberClass::nan : NumberClass::infinity, x < 0, {}}; }

bool is_infinite_or_nan(double x) { return !std::isfinite(x); }

class SoftmaxBackward : public RowOracle {
 public:
  SoftmaxBackward(const SoftmaxBackwardRow& row, const RowArithmetic& arithmetic) : row_(row) {
    check_accumulator(arithmetic.accumulator);
    if (row.y.size() != row.dy.size())
      throw std::invalid_argument("softmax backward: y and dy differ in length");
    const auto any = [](std::span<const double> of) {
      return std::any_of(of.begin(), of.end(), is_infinite_or_nan);
    };
    if (any(row.dy) || (!row.log && any(row.y))) {
      is_special_ = true;
      // Finite products change nothing in a sum that is not finite.
      for (std::size_t j = 0; j < row.dy.size(); ++j) {
        const double p = row.log ? row.dy[j] : row.y[j] * row.dy[j];
        if (is_infinite_or_nan(row.dy[j]) || (!row.log && is_infinite_or_nan(row.y[j]))) special_sum_ += p;
      }
      return;
    }
    for (std::size_t j = 0; j < row.dy.size(); ++j) sum_ = plus(sum_, term(j));
    bound_.emplace(row, sum_.high, arithmetic);
  }

  RowValue value(int, std::int64_t i) const override {
    const auto place = static_cast<std::size_t>(i);
    if (const auto special = special_value(place)) return *special;
    const Enclosure dy{row_.dy[place], 0, 0};
    if (row_.log) {
      if (std::isinf(row_.y[place])) return finite_value(times(dy, row_.scale));
      return finite_value(times(minus(dy, times(exponential({row_.y[place], 0, 0}), sum_)), row_.scale));
    }
    return finite_value(times(times(minus(dy, sum_), row_.y[place]), row_.scale));
  }

  RowValue refined(int, std::int64_t i, int bits) const override {
    const auto place = static_cast<std::size_t>(i);
    if (const auto special = special_value(place)) return *special;
    const Exact& sum = exact_sum();
    const Exact dy = Exact::from_double(row_.dy[place]), scale = Exact::from_double(row_.scale);
    return finite_value(refine(bits, [&](int working) {
      if (!row_.log) return Ball(scale * Exact::from_double(row_.y[place]) * (dy - sum), working);
      if (std::isinf(row_.y[place])) return Ball(scale * dy, working);
      const Ball product = exponential(Ball(row_.y[place], working)) * Ball(sum, working);
      return (Ball(dy, working) - product) * Ball(scale, working);
    }));
  }

  RowBound bound(int, std::int64_t i) const override {
    return bound_ ? bound_->dx(static_cast<std::size_t>(i)) : RowBound{};
  }

 private:
  /// What is not finite; a sum that is not makes no result finite.
  std::optional<RowValue> special_value(std::size_t i) const {
    const double y = row_.y[i], dy = row_.dy[i];
    if (is_special_) {
      const double dx = row_.log ? dy - std::exp(y) * special_sum_ : y * (dy - special_sum_);
      return class_of(row_.scale * dx);
    }
    if (!row_.log || !(std::isnan(y) || y == std::numeric_limits<double>::infinity())) return std::nullopt;
    const Exact& sum = exact_sum();
    const double sign = sum.is_zero() ? 0 : sum.negative() ? -1 : 1;
    return class_of(row_.scale * (dy - y * sign));
  }

  /// Once for all elements.
  const Exact& exact_sum() const {
    std::call_once(once_, [this] {
      for (std::size_t j = 0; j < row_.dy.size(); ++j) exact_sum_ += exact_term(j);
    });
    return exact_sum_;
  }
  Enclosure term(std::size_t j) const {
    return row_.log ? Enclosure{row_.dy[j], 0, 0} : product(row_.y[j], row_.dy[j]);
  }
  Exact exact_term(std::size_t j) const {
    const Exact dy = Exact::from_double(row_.dy[j]);
    return row_.log ? dy : Exact::from_double(row_.y[j]) * dy;
  }

  SoftmaxBackwardRow row_;
  bool is_special_ = false;
  double special_sum_ = 0;
  Enclosure sum_;
  std::optional<SoftmaxBackwardBound> bound_;
  mutable std::once_flag once_;
  mutable Exact exact_sum_;
};

}  // namespace

std::unique_ptr<RowOracle> softmax_backward_row(const SoftmaxBackwardRow& row,
                                                const RowArithmetic& arithmetic) {
  return std::make_unique<SoftmaxBackward>(row, arithmetic);
}

}  // namespace ulpgate
