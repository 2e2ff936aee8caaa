// dx of layer_norm and rms_norm: one row.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "reference/bounds/norm_backward.h"
#include "reference/oracles/norm/norm_oracle.h"
#include "reference/oracles/norm/root_ratio.h"
#include "reference/oracles/norm_backward.h"

namespace ulpgate {
namespace {

double magnitude(const Enclosure& x) { return largest_magnitude(x); }

class GradientRow final : public RowOracle {
 public:
  GradientRow(const char* operation, const NormBackwardRow& row, bool centred,
              const RowArithmetic& arithmetic)
      : operation_(operation), row_(row), arithmetic_(arithmetic), n_(static_cast<double>(row.x.size())) {
    if (row.dy.size() != row.x.size() || (!row.gamma.empty() && row.gamma.size() != row.x.size()))
      throw std::invalid_argument(operation_ + ": dy, x and gamma differ in length");
    if (!centred) row_.mean = 0;
    data_.centred = centred;
    survey();
    if (arithmetic_.accumulator != nullptr) steps_.emplace(arithmetic_);
    if (!all_finite_) return;
    if (steps_ && !row_.x.empty()) see_what_fits();
    measure();
    if (steps_ && !row_.x.empty()) growths_ = gradient_growths(*steps_, data_);
  }

  RowValue value(int, std::int64_t at) const override {
    const auto i = static_cast<std::size_t>(at);
    if (!all_finite_) return special(i);
    const Enclosure inner = minus(minus(times(gradient(i), n_), sum_), times(normalised(i), along_));
    const Enclosure dx = quotient(times(inner, row_.rstd), {n_, 0, 0});
    return std::isinf(dx.radius) ? refined(0, at, 100) : row_value(dx);
  }

  RowValue refined(int, std::int64_t at, int bits) const override {
    const auto i = static_cast<std::size_t>(at);
    if (!all_finite_) return special(i);
    std::call_once(once_, [this] { add_exactly(); });
    const Exact n = Exact::from_double(n_), r = Exact::from_double(row_.rstd);
    const Exact inner = n * exact_gradient(i) - exact_sum_ - exact_deviation(i) * r * r * exact_along_;
    return row_value(root_ratio(inner * r, n * n, Exact(), bits));
  }

  RowBound bound(int, std::int64_t at) const override {
    if (!steps_) RoundedSteps{arithmetic_};  // which says what is missing
    if (any_nan_) return {};
    // Which of NaN and the infinities comes out depends on the order of products.
    if (!all_finite_) return {std::numeric_limits<double>::infinity(), true};
    const auto i = static_cast<std::size_t>(at);
    return dx_bound(*steps_, data_, growths_,
                    {size_of_gradient(i), magnitude(normalised(i)), data_.rstd * reach(i) * (1 + 0x1p-50)});
  }

 private:
  double gamma(std::size_t i) const { return row_.gamma.empty() ? 1 : row_.gamma[i]; }
  bool is_centred() const { return arithmetic_.zero_centred && !row_.gamma.empty(); }
  double reach(std::size_t i) const { return std::fabs(row_.x[i]) + std::fabs(row_.mean); }
  Enclosure gradient(std::size_t i) const {
    if (!is_centred()) return product(gamma(i), row_.dy[i]);
    return times(plus({1, 0, 0}, {gamma(i), 0, 0}), row_.dy[i]);
  }
  Enclosure deviation(std::size_t i) const { return minus({row_.x[i], 0, 0}, {row_.mean, 0, 0}); }
  Enclosure normalised(std::size_t i) const { return times(deviation(i), row_.rstd); }
  Exact exact_gradient(std::size_t i) const {
    return (Exact::from_integer(is_centred() ? 1 : 0) + Exact::from_double(gamma(i))) *
           Exact::from_double(row_.dy[i]);
  }
  Exact exact_deviation(std::size_t i) const {
    return Exact::from_double(row_.x[i]) - Exact::from_double(row_.mean);
  }

  /// |g_i| from above; where 1 + gamma is made of a gamma that was rounded, of what cannot cancel.
  double size_of_gradient(std::size_t i) const {
    if (data_.gamma_fits || !is_centred()) return magnitude(gradient(i));
    return (1 + std::fabs(gamma(i))) * std::fabs(row_.dy[i]) * (1 + 0x1p-50);
  }

  void survey() {
    const auto see = [this](double v) {
      any_nan_ = any_nan_ || std::isnan(v);
      all_finite_ = all_finite_ && std::isfinite(v);
    };
    see(row_.mean);
    see(row_.rstd);
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
      see(row_.x[i]);
      see(row_.dy[i]);
      see(gamma(i));
    }
  }

  void measure() {
    data_.n = static_cast<std::int64_t>(row_.x.size());
    data_.has_gamma = !row_.gamma.empty();
    data_.zero_centred = is_centred();
    data_.rstd = std::fabs(row_.rstd);
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
      const Enclosure g = gradient(i), x_hat = normalised(i);
      const double size = size_of_gradient(i);
      if (data_.centred) sum_ = plus(sum_, g);
      along_ = plus(along_, times(g, x_hat));
      data_.g += size;
      data_.x_hat += magnitude(x_hat);
      data_.g_x_hat += size * magnitude(x_hat);
      data_.reach += reach(i) * data_.rstd;
      data_.g_reach += size * reach(i) * data_.rstd;
      data_.x_largest = std::max(data_.x_largest, reach(i));
      data_.gamma_largest = std::max(data_.gamma_largest, std::fabs(gamma(i)) + (is_centred() ? 1 : 0));
      data_.dy_largest = std::max(data_.dy_largest, std::fabs(row_.dy[i]));
    }
    // Means, from above.
    const double scale = (1 + 0x1p-51 * (n_ + 8)) / n_;
    for (double* mean : {&data_.g, &data_.x_hat, &data_.g_x_hat, &data_.reach, &data_.g_reach})
      *mean *= scale;
  }

  void see_what_fits() {
    const auto all = [this](std::span<const double> v) {
      return std::all_of(v.begin(), v.end(), [this](double x) { return steps_->holds(x); });
    };
    data_.x_fits = steps_->holds(row_.mean) && all(row_.x);
    data_.dy_fits = all(row_.dy);
    data_.gamma_fits = all(row_.gamma);
    data_.rstd_fits = steps_->holds(row_.rstd);
  }

  void add_exactly() const {
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
      const Exact g = exact_gradient(i);
      if (data_.centred) exact_sum_ += g;
      exact_along_ += g * exact_deviation(i);
    }
  }

  /// The formula in double: infinities and NaN do not depend on how the finite rest rounds.
  RowValue special(std::size_t at) const {
    double sum = 0, along = 0;
    const auto x_hat = [this](std::size_t i) { return (row_.x[i] - row_.mean) * row_.rstd; };
    const auto g = [this](std::size_t i) { return (gamma(i) + (is_centred() ? 1 : 0)) * row_.dy[i]; };
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
      if (data_.centred) sum += g(i);
      along += g(i) * x_hat(i);
    }
    const double dx = row_.rstd * (g(at) - sum / n_ - x_hat(at) * (along / n_));
    if (std::isinf(dx)) return {NumberClass::infinity, dx < 0, {}};
    return {NumberClass::nan, false, {}};
  }

  std::string operation_;
  NormBackwardRow row_;
  RowArithmetic arithmetic_;
  double n_;
  bool any_nan_ = false, all_finite_ = true;
  GradientData data_;
  Enclosure sum_, along_;  ///< of g and of g x_hat
  std::optional<RoundedSteps> steps_;
  GradientGrowths growths_;
  mutable std::once_flag once_;
  mutable Exact exact_sum_, exact_along_;  ///< of g and of g (x - mean)
};

}  // namespace

std::unique_ptr<RowOracle> layer_norm_backward_row(const NormBackwardRow& row,
                                                   const RowArithmetic& arithmetic) {
  return std::make_unique<GradientRow>("layer_norm_backward", row, true, arithmetic);
}

std::unique_ptr<RowOracle> rms_norm_backward_row(const NormBackwardRow& row,
                                                 const RowArithmetic& arithmetic) {
  return std::make_unique<GradientRow>("rms_norm_backward", row, false, arithmetic);
}

}  // namespace ulpgate
