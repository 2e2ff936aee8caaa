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
double square_mean(double sum, double n, double again) {
  if (sum == 0) return 0;
  return std::max(sum / n / again, std::numeric_limits<double>::denorm_min());
}

bool holds_all(const RoundedSteps& steps, const RowRange& r) {
  return steps.rounding.holds_all(r.largest, r.smallest, r.significands);
}

bool in_middle(double x) { return x == 0 || (std::fabs(x) > 0x1p-300 && std::fabs(x) < 0x1p300); }

void check_length(const NormRow& row, const char* tensor, std::span<const double> values) {
  if (values.empty() || values.size() == row.x.size()) return;
  throw std::invalid_argument(std::string(row.operation) + ": " + tensor + " has " +
                              std::to_string(values.size()) + " elements, x " + std::to_string(row.x.size()));
}

void check(const NormRow& row) {
  check_length(row, "gamma", row.gamma);
  check_length(row, "beta", row.beta);
  if (!(row.eps >= 0) || std::isinf(row.eps))
    throw std::invalid_argument(std::string(row.operation) + ": eps is negative or not finite");
}

}  // namespace

NormOracle::NormOracle(const NormRow& row, const RowArithmetic& arithmetic)
    : row_(row), arithmetic_(arithmetic), sums_(row_sums(row.x)), n_(static_cast<double>(row.x.size())) {
  check(row);
  if (arithmetic.rounds_first && row.y == nullptr)
    throw std::invalid_argument(std::string(row.operation) + ": rounds_first needs the format of y");
  if (!sums_.all_finite() || row.x.empty()) return;
  measure();
  if (!arithmetic.rounds_first) transform();
}

bool NormOracle::is_product(const Enclosure& sum, double mean) const {
  const Enclosure p = product(n_, mean);
  if (p.radius != 0) return Exact::from_double(mean) * Exact::from_double(n_) == sums_.sum();
  // Both parts of either are rounded to nearest.
  return sum.radius == 0 && sum.high == p.high && sum.low == p.low;
}

Exact NormOracle::exact_square() const {
  const Exact n = Exact::from_double(n_), sum = sums_.sum();
  const Exact spread = row_.centred ? n * sums_.squares() - sum * sum : n * sums_.squares();
  return spread + Exact::from_double(row_.eps) * n * n;
}

NormMoments NormOracle::moments() const {
  if (sums_.integers) {
    const auto moments = integer_moments(*sums_.integers, row_.x.size(), row_.eps, row_.centred);
    if (moments) return *moments;
  }
  const Exact n = Exact::from_double(n_), sum = sums_.sum(), squares = sums_.squares();
  const Exact spread = row_.centred ? n * squares - sum * sum : n * squares;
  const auto positive = [](const Exact& x) {
    return x.is_zero() ? 0 : std::max(x.to_double(), std::numeric_limits<double>::denorm_min());
  };
  return {enclosure_of(sum), enclosure_of(exact_square()), sum.to_double(), positive(spread),
          positive(squares)};
}

void NormOracle::measure() {
  const NormMoments moments = this->moments();
  // An integer that is not 0 times a power of two that may be below every double.
  square_is_zero_ = moments.square.high == 0 && moments.square.radius == 0;
  const double largest = std::max(std::fabs(sums_.lowest), std::fabs(sums_.highest));
  plain_ = in_middle(largest) && moments.square.high != 0 && in_middle(moments.square.high);
  if (plain_) {
    if (row_.centred) minus_sum_ = negated(moments.sum);
    root_ = reciprocal_square_root(moments.square);
  }
  if (arithmetic_.accumulator == nullptr) return;
  steps_.emplace(arithmetic_);
  data_.n = static_cast<std::int64_t>(row_.x.size());
  data_.centred = row_.centred;
  data_.magnitude = sums_.magnitude / n_;
  data_.lowest = sums_.lowest;
  data_.highest = sums_.highest;
  data_.variance = square_mean(moments.spread, n_, n_);
  data_.mean_square = square_mean(moments.squares, n_, 1);
  data_.eps = row_.eps;
  data_.quantum = sums_.quantum;
  data_.x_fits = holds_all(*steps_, sums_.range) ||
                 std::all_of(row_.x.begin(), row_.x.end(), [&](double x) { return steps_->holds(x); });
  if (row_.centred) {
    data_.mean = moments.total / n_;
    data_.mean_is_exact = is_product(moments.sum, data_.mean);
  }
  errors_ = norm_errors(*steps_, data_);
  if (square_is_zero_) return;
  rstd_ =
      largest_magnitude(plain_ ? root_ : root_ratio(Exact::from_integer(1), exact_square(), Exact(), 60)) *
      n_ * (1 + 0x1p-50);
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
  return row_.centred ? scaled - sums_.sum() : scaled;
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
  return square_is_zero_ ? Normalised::nan : Normalised::finite;
}

std::optional<RowValue> NormOracle::special_statistic(NormOutput output) const {
  if (row_.x.empty() || sums_.any_nan) return nan_value();
  if (sums_.all_finite()) {
    if (output == NormOutput::rstd && square_is_zero_) return infinite(false);
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
  const auto is_usual = [&](const RowRange& r) {
    all_fit = all_fit && holds_all(*steps_, r);
    return in_middle(std::bit_cast<double>(r.largest)) &&
           (r.largest == 0 || in_middle(std::bit_cast<double>(r.smallest)));
  };
  const auto all_usual = [&](std::span<const double> v) {
    return v.empty() || is_usual(row_kernels().magnitudes(v.data(), static_cast<std::int64_t>(v.size())));
  };
  if (!plain_ || !is_usual(sums_.range) || !all_usual(row_.gamma) || !all_usual(row_.beta)) return;
  const std::size_t n = row_.x.size();
  y_ = std::make_unique_for_overwrite<double[]>((all_fit ? 4 : 3) * n);
  const NormTransform t{n_,
                        {minus_sum_.high, minus_sum_.low, minus_sum_.radius},
                        {root_.high, root_.low, root_.radius},
                        arithmetic_.zero_centred ? 1.0 : 0.0,
                        row_.gamma.empty() ? nullptr : row_.gamma.data(),
                        row_.beta.empty() ? nullptr : row_.beta.data()};
  row_kernels().transform(row_.x.data(), static_cast<std::int64_t>(n), t,
                          {y_.get(), y_.get() + n, y_.get() + 2 * n});
  if (!all_fit || arithmetic_.folded) return;
  double* bounds = y_.get() + 3 * n;
  const NormRowTerms terms{row_.x,     row_.gamma,          row_.beta, row_.centred,
                           data_.mean, data_.mean_is_exact, rstd_};
  if (norm_row_bounds(*steps_, *errors_, terms, {bounds, n})) bounds_ = bounds;
}

Enclosure NormOracle::refined_y(std::size_t i, int bits) const {
  Exact factor = Exact::from_double(gamma(i));
  if (arithmetic_.zero_centred && !row_.gamma.empty()) factor += Exact::from_integer(1);
  const Exact shift = Exact::from_double(beta(i));
  return root_ratio(exact_deviation(i) * factor, exact_square(), shift, bits);
}

RowValue NormOracle::uncommon_value(NormOutput output, std::int64_t at) const {
  if (output != NormOutput::y) {
    if (const auto special = special_statistic(output)) return *special;
    if (!plain_) return refined(output, at, refined_bits);
    if (output == NormOutput::rstd) return row_value(times(root_, n_));
    return row_value(quotient(negated(minus_sum_), {n_, 0, 0}));
  }
  const auto i = static_cast<std::size_t>(at);
  if (const auto special = special_element(i)) return *special;
  return arithmetic_.rounds_first ? refined(output, at, refined_bits) : row_value(refined_y(i, refined_bits));
}

RowValue NormOracle::refined(NormOutput output, std::int64_t at, int bits) const {
  if (output != NormOutput::y) {
    if (const auto special = special_statistic(output)) return *special;
    const Exact n = Exact::from_double(n_);
    return row_value(output == NormOutput::rstd ? root_ratio(n, exact_square(), Exact(), bits)
                                                : root_ratio(sums_.sum(), n * n, Exact(), bits));
  }
  const auto i = static_cast<std::size_t>(at);
  if (const auto special = special_element(i)) return *special;
  if (!arithmetic_.rounds_first) return row_value(refined_y(i, bits));
  const Enclosure first = times(gamma_factor(i), round_first(i).middle);
  return row_value(row_.beta.empty() ? first : plus(first, {row_.beta[i], 0, 0}));
}

}  // namespace ulpgate
