// dgamma and dbeta of layer_norm and rms_norm: one column.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "reference/bounds/norm_backward.h"
#include "reference/oracles/norm/norm_oracle.h"
#include "reference/oracles/norm/root_ratio.h"
#include "reference/oracles/norm_backward.h"

namespace ulpgate {
namespace {

/// What sums of finite and infinite terms are.
struct SumClassOf {
  bool nan = false, positive = false, negative = false;

  void add(double term) {
    nan = nan || std::isnan(term);
    positive = positive || (std::isinf(term) && term > 0);
    negative = negative || (std::isinf(term) && term < 0);
  }
  bool finite() const { return !nan && !positive && !negative; }
  RowValue value() const {
    if (nan || (positive && negative)) return {NumberClass::nan, false, {}};
    return {NumberClass::infinity, negative, {}};
  }
};

class GradientColumn final : public RowOracle {
 public:
  GradientColumn(const char* operation, const NormBackwardColumn& column, bool centred,
                 const RowArithmetic& arithmetic)
      : column_(column), arithmetic_(arithmetic), centred_(centred), dy_sums_(row_sums(column.dy)) {
    const std::size_t rows = column.dy.size();
    if (column.x.size() != rows || column.rstd.size() != rows || (centred && column.mean.size() != rows))
      throw std::invalid_argument(std::string(operation) + ": dy, x and statistics differ in length");
    measure();
  }

  RowValue value(int output, std::int64_t at) const override {
    if (output == NormBackwardOutput::dbeta) return beta_value();
    if (!gamma_class_.finite()) return gamma_class_.value();
    return std::isinf(sum_.radius) ? refined(output, at, 100) : row_value(sum_);
  }

  RowValue refined(int output, std::int64_t, int) const override {
    if (output == NormBackwardOutput::dbeta) return beta_value();
    if (!gamma_class_.finite()) return gamma_class_.value();
    Exact sum;
    for (std::size_t i = 0; i < column_.dy.size(); ++i)
      sum += Exact::from_double(column_.dy[i]) *
             (Exact::from_double(column_.x[i]) - Exact::from_double(mean(i))) *
             Exact::from_double(column_.rstd[i]);
    return row_value(enclosure_of(sum));
  }

  RowBound bound(int output, std::int64_t) const override {
    const RoundedSteps steps(arithmetic_);
    const auto holds = [&](std::span<const double> v) {
      return std::all_of(v.begin(), v.end(), [&](double x) { return steps.holds(x); });
    };
    if (output == NormBackwardOutput::dbeta) {
      if (!dy_sums_.all_finite()) return overflowing(dy_sums_.any_nan, dy_sums_.magnitude, steps);
      const bool fits = holds(column_.dy);
      const bool exact = fits && steps.sums_exactly(dy_sums_.magnitude, dy_sums_.quantum);
      return beta_gradient_bound(steps, data_.n, dy_sums_.magnitude, exact, fits);
    }
    if (!gamma_class_.finite()) return overflowing(gamma_class_.nan, data_.n * data_.g_x_hat, steps);
    GradientData data = data_;
    data.x_fits = holds(column_.x) && holds(column_.mean);
    data.dy_fits = holds(column_.dy);
    data.rstd_fits = holds(column_.rstd);
    return data.n == 0 ? RowBound{} : gamma_gradient_bound(steps, data);
  }

 private:
  double mean(std::size_t i) const { return centred_ ? column_.mean[i] : 0; }

  /// Of a sum with infinities: finite terms that overflow to the other sign make it a NaN.
  static RowBound overflowing(bool nan, double finite, const RoundedSteps& steps) {
    return {0, !nan && !(finite * (1 + 0x1p-10) < steps.most)};
  }

  RowValue beta_value() const {
    if (dy_sums_.all_finite()) return row_value(enclosure_of(dy_sums_.sum()));
    return SumClassOf{dy_sums_.any_nan, dy_sums_.any_positive_infinity, dy_sums_.any_negative_infinity}
        .value();
  }

  void measure() {
    data_.n = static_cast<std::int64_t>(column_.dy.size());
    data_.centred = centred_;
    for (std::size_t i = 0; i < column_.dy.size(); ++i) {
      const double dy = column_.dy[i], x = column_.x[i], r = column_.rstd[i];
      if (!std::isfinite(dy) || !std::isfinite(x) || !std::isfinite(r) || !std::isfinite(mean(i))) {
        gamma_class_.add(dy * ((x - mean(i)) * r));
        continue;
      }
      const Enclosure x_hat = times(minus({x, 0, 0}, {mean(i), 0, 0}), r), term = times(x_hat, dy);
      sum_ = plus(sum_, term);
      const double reach = (std::fabs(x) + std::fabs(mean(i))) * std::fabs(r);
      data_.g += std::fabs(dy);
      data_.x_hat += largest_magnitude(x_hat);
      data_.g_x_hat += largest_magnitude(term);
      data_.reach += reach;
      data_.g_reach += std::fabs(dy) * reach;
      data_.rstd = std::max(data_.rstd, std::fabs(r));
      data_.x_largest = std::max(data_.x_largest, std::fabs(x) + std::fabs(mean(i)));
      data_.dy_largest = std::max(data_.dy_largest, std::fabs(dy));
    }
    if (data_.n == 0) return;
    const auto n = static_cast<double>(data_.n);
    const double scale = (1 + 0x1p-51 * (n + 8)) / n;
    for (double* of : {&data_.g, &data_.x_hat, &data_.g_x_hat, &data_.reach, &data_.g_reach}) *of *= scale;
  }

  NormBackwardColumn column_;
  RowArithmetic arithmetic_;
  bool centred_;
  RowSums dy_sums_;
  SumClassOf gamma_class_;
  GradientData data_;
  Enclosure sum_;
};

}  // namespace

std::unique_ptr<RowOracle> layer_norm_backward_column(const NormBackwardColumn& column,
                                                      const RowArithmetic& arithmetic) {
  return std::make_unique<GradientColumn>("layer_norm_backward", column, true, arithmetic);
}

std::unique_ptr<RowOracle> rms_norm_backward_column(const NormBackwardColumn& column,
                                                    const RowArithmetic& arithmetic) {
  return std::make_unique<GradientColumn>("rms_norm_backward", column, false, arithmetic);
}

}  // namespace ulpgate
