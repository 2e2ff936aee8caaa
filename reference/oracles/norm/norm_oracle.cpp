#include "reference/oracles/norm/norm_oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "reference/oracles/norm/root_ratio.h"
#include "reference/oracles/norm/row_kernels.h"

namespace ulpgate {
namespace {

constexpr int refined_bits = 100;

RowValue nan_value() { return {NumberClass::nan, false, {}}; }
RowValue infinite(bool negative) { return {NumberClass::infinity, negative, {}}; }

/// A sum of squares that is not 0 stays so; below double's range, its eta in fp64 is larger than itself.
double square_mean(const Exact& sum, double n, double again) {
  if (sum.is_zero()) return 0;
  return std::max(sum.to_double() / n / again, std::numeric_limits<double>::denorm_min());
}

bool in_middle(double x) { return x == 0 || (std::fabs(x) > 0x1p-300 && std::fabs(x) < 0x1p300); }

void check(const NormRow& row) {
  const std::string name = row.operation;
  if (!row.gamma.empty() && row.gamma.size() != row.x.size())
    throw std::invalid_argument(name + ": gamma has " + std::to_string(row.gamma.size()) + " elements, x " +
                                std::to_string(row.x.size()));
  if (!row.beta.empty() && row.beta.size() != row.x.size())
    throw std::invalid_argument(name + ": beta has " + std::to_string(row.beta.size()) + " elements, x " +
                                std::to_string(row.x.size()));
  if (!(row.eps >= 0) || std::isinf(row.eps))
    throw std::invalid_argument(name + ": eps is negative or not finite");
}

}  // namespace

RowValue row_value(const Enclosure& x) {
  const bool zero = x.high == 0 && x.low == 0 && x.radius == 0;
  return {zero ? NumberClass::zero : NumberClass::finite, false, x};
}

NormOracle::NormOracle(const NormRow& row, const RowArithmetic& arithmetic)
    : row_(row), arithmetic_(arithmetic), sums_(row_sums(row.x)), n_(static_cast<double>(row.x.size())) {
  check(row);
  if (arithmetic.rounds_first && row.y == nullptr)
    throw std::invalid_argument(std::string(row.operation) + ": rounds_first needs the format of y");
  if (!sums_.all_finite() || row.x.empty()) return;
  measure();
  if (!arithmetic.rounds_first) transform();
}

void NormOracle::measure() {
  const Exact n = Exact::from_double(n_);
  Exact spread = n * sums_.squares;
  if (row_.centred) spread += -(sums_.sum * sums_.sum);
  square_ = spread + Exact::from_double(row_.eps) * n * n;
  const double largest = std::max(std::fabs(sums_.lowest), std::fabs(sums_.highest));
  const double square = square_.to_double();
  plain_ = in_middle(largest) && square != 0 && in_middle(square);
  if (plain_) {
    if (row_.centred) minus_sum_ = enclosure_of(-sums_.sum);
    root_ = reciprocal_square_root(enclosure_of(square_));
  }
  if (arithmetic_.accumulator == nullptr) return;
  steps_.emplace(arithmetic_);
  data_.n = static_cast<std::int64_t>(row_.x.size());
  data_.centred = row_.centred;
  data_.magnitude = sums_.magnitude / n_;
  data_.lowest = sums_.lowest;
  data_.highest = sums_.highest;
  data_.variance = square_mean(spread, n_, n_);
  data_.mean_square = square_mean(sums_.squares, n_, 1);
  data_.eps = row_.eps;
  data_.quantum = sums_.quantum;
  const RowRange range = row_kernels().survey(row_.x.data(), static_cast<std::int64_t>(row_.x.size()));
  data_.x_fits = steps_->holds_all(range.largest, range.smallest, range.significands) ||
                 std::all_of(row_.x.begin(), row_.x.end(), [&](double x) { return steps_->holds(x); });
  if (row_.centred) {
    data_.mean = sums_.sum.to_double() / n_;
    data_.mean_is_exact = Exact::from_double(data_.mean) * n == sums_.sum;
  }
  errors_ = norm_errors(*steps_, data_);
  if (square_.is_zero()) return;
  rstd_ = largest_magnitude(plain_ ? root_ : root_ratio(Exact::from_integer(1), square_, Exact(), 60)) * n_ *
          (1 + 0x1p-50);
}

const RoundedSteps& NormOracle::steps() const {
  if (!steps_)
    throw std::invalid_argument(std::string(row_.operation) +
                                ": no accumulator is claimed, so there is no bound");
  return *steps_;
}

const NormErrors& NormOracle::errors() const {
  steps();
  return *errors_;
}

double NormOracle::gamma(std::size_t i) const { return row_.gamma.empty() ? 1 : row_.gamma[i]; }

double NormOracle::beta(std::size_t i) const { return row_.beta.empty() ? 0 : row_.beta[i]; }

Enclosure NormOracle::gamma_factor(std::size_t i) const {
  const Enclosure g{gamma(i), 0, 0};
  return arithmetic_.zero_centred && !row_.gamma.empty() ? plus(g, {1, 0, 0}) : g;
}

Enclosure NormOracle::deviation(std::size_t i) const {
  const Enclosure scaled = product(n_, row_.x[i]);
  return row_.centred ? plus(scaled, minus_sum_) : scaled;
}

Exact NormOracle::exact_deviation(std::size_t i) const {
  const Exact scaled = Exact::from_double(row_.x[i]) * Exact::from_double(n_);
  return row_.centred ? scaled - sums_.sum : scaled;
}

int NormOracle::sign_of_deviation(std::size_t i) const {
  const Exact exact = exact_deviation(i);
  return exact.is_zero() ? 0 : exact.negative() ? -1 : 1;
}

NormOracle::Normalised NormOracle::normalised(std::size_t i) const {
  if (sums_.any_nan) return Normalised::nan;
  if (!sums_.all_finite()) {
    if (row_.centred) return Normalised::nan;
    return std::isinf(row_.x[i]) ? Normalised::nan : Normalised::zero;
  }
  return square_.is_zero() ? Normalised::nan : Normalised::finite;
}

std::optional<RowValue> NormOracle::special_statistic(NormOutput output) const {
  if (row_.x.empty() || sums_.any_nan) return nan_value();
  if (sums_.all_finite()) {
    if (output == NormOutput::rstd && square_.is_zero()) return infinite(false);
    return std::nullopt;
  }
  if (output == NormOutput::rstd) return row_.centred ? nan_value() : row_value({});
  const bool both = sums_.any_positive_infinity && sums_.any_negative_infinity;
  return both ? nan_value() : infinite(sums_.any_negative_infinity);
}

std::optional<RowValue> NormOracle::special_element(std::size_t i) const {
  const Normalised kind = normalised(i);
  const double g = gamma(i), b = beta(i);
  if (kind == Normalised::nan || std::isnan(g) || std::isnan(b)) return nan_value();
  const bool plain = kind == Normalised::finite && std::isfinite(g) && std::isfinite(b);
  if (plain) return std::nullopt;
  double product = 0;
  if (std::isinf(g)) {
    const int sign = kind == Normalised::zero ? 0 : sign_of_deviation(i);
    if (sign == 0) return nan_value();
    product = sign * g;
  }
  const double sum = product + b;  // infinities of both signs make a NaN
  if (std::isnan(sum)) return nan_value();
  if (std::isinf(sum)) return infinite(sum < 0);
  return row_value({sum, 0, 0});
}

void NormOracle::transform() {
  bool all_fit = steps_.has_value();
  const auto all_in_middle = [&](std::span<const double> v) {
    if (v.empty()) return true;
    const RowRange r = row_kernels().survey(v.data(), static_cast<std::int64_t>(v.size()));
    all_fit = all_fit && steps_->holds_all(r.largest, r.smallest, r.significands);
    return in_middle(std::bit_cast<double>(r.largest)) &&
           (r.largest == 0 || in_middle(std::bit_cast<double>(r.smallest)));
  };
  if (!plain_ || !all_in_middle(row_.x) || !all_in_middle(row_.gamma) || !all_in_middle(row_.beta)) return;
  const std::size_t n = row_.x.size();
  y_ = std::make_unique_for_overwrite<double[]>(3 * n);
  const NormTransform t{n_,
                        {minus_sum_.high, minus_sum_.low, minus_sum_.radius},
                        {root_.high, root_.low, root_.radius},
                        arithmetic_.zero_centred ? 1.0 : 0.0,
                        row_.gamma.empty() ? nullptr : row_.gamma.data(),
                        row_.beta.empty() ? nullptr : row_.beta.data()};
  row_kernels().transform(row_.x.data(), static_cast<std::int64_t>(n), t,
                          {y_.get(), y_.get() + n, y_.get() + 2 * n});
  if (!all_fit) return;
  bounds_ = std::make_unique_for_overwrite<double[]>(n);
  const NormRowTerms terms{row_.x,     row_.gamma,          row_.beta, row_.centred,
                           data_.mean, data_.mean_is_exact, rstd_};
  if (!norm_row_bounds(*steps_, *errors_, terms, {bounds_.get(), n})) bounds_.reset();
}

Enclosure NormOracle::y_value(std::size_t i) const {
  if (y_ == nullptr) return refined_y(i, refined_bits);
  const std::size_t n = row_.x.size();
  return {y_[i], y_[n + i], y_[2 * n + i]};
}

Enclosure NormOracle::refined_y(std::size_t i, int bits) const {
  Exact factor = Exact::from_double(gamma(i));
  if (arithmetic_.zero_centred && !row_.gamma.empty()) factor += Exact::from_integer(1);
  const Exact shift = Exact::from_double(beta(i));
  return root_ratio(exact_deviation(i) * factor, square_, shift, bits);
}

RowValue NormOracle::value(NormOutput output, std::int64_t at) const {
  if (output != NormOutput::y) {
    if (const auto special = special_statistic(output)) return *special;
    if (!plain_) return refined(output, at, refined_bits);
    if (output == NormOutput::rstd) return row_value(times(root_, n_));
    return row_value(quotient(negated(minus_sum_), {n_, 0, 0}));
  }
  const auto i = static_cast<std::size_t>(at);
  // All inputs are finite then.
  if (y_ != nullptr) return row_value(y_value(i));
  if (const auto special = special_element(i)) return *special;
  return arithmetic_.rounds_first ? refined(output, at, refined_bits) : row_value(y_value(i));
}

RowValue NormOracle::refined(NormOutput output, std::int64_t at, int bits) const {
  if (output != NormOutput::y) {
    if (const auto special = special_statistic(output)) return *special;
    const Exact n = Exact::from_double(n_);
    return row_value(output == NormOutput::rstd ? root_ratio(n, square_, Exact(), bits)
                                                : root_ratio(sums_.sum, n * n, Exact(), bits));
  }
  const auto i = static_cast<std::size_t>(at);
  if (const auto special = special_element(i)) return *special;
  if (!arithmetic_.rounds_first) return row_value(refined_y(i, bits));
  const Enclosure first = times(gamma_factor(i), round_first(i).middle);
  return row_value(row_.beta.empty() ? first : plus(first, {row_.beta[i], 0, 0}));
}

}  // namespace ulpgate
