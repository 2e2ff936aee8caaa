#include "reference/bounds/softmax_backward.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpgate {

SoftmaxBackwardBound::SoftmaxBackwardBound(const SoftmaxBackwardRow& row, double sum,
                                           const RowArithmetic& arithmetic)
    : row_(row),
      a_(arithmetic),
      acc_(arithmetic.accumulator, arithmetic.flushes_subnormals),
      sum_(sum),
      rounds_last_(row.dx == nullptr || row.dx->name != arithmetic.accumulator->name) {
  row_.scaled = row_.scaled || row_.scale != 1;
  double count = 0, errors = 0;
  for (std::size_t j = 0; j < row_.dy.size(); ++j) {
    const double y = row_.log ? 1 : std::fabs(row_.y[j]), dy = std::fabs(row_.dy[j]);
    largest_ = std::max({largest_, y, dy});
    if (y == 0 || dy == 0) continue;
    count += 1;
    magnitude_ += y * dy;
    double error = y * acc_.of_reading(dy);
    if (!row_.log) {
      error += (dy + error / y) * acc_.of_reading(y);
      // Below double's range too, something may be lost.
      error += acc_.of_product(std::max(y * dy + error, std::numeric_limits<double>::min()));
    }
    errors += error;
  }
  sum_error_ = errors + growth(std::max(count - 1, 0.0), acc_.unit_roundoff()) * (magnitude_ + errors);
  sum_error_ *= bound_evaluation;
}

double SoftmaxBackwardBound::of_softmax(std::size_t i, bool last) const {
  const double y = std::fabs(row_.y[i]), dy = std::fabs(row_.dy[i]), t = std::fabs(sum_) + sum_error_;
  if (y == 0) return 0;
  const double read_y = acc_.of_reading(y), read_dy = acc_.of_reading(dy);
  const double difference = std::fabs(row_.dy[i] - sum_) + sum_error_ + read_dy;
  const double given = difference * read_y + (y + read_y) * (read_dy + sum_error_);
  const double size = y * difference + given;
  const auto lost = [&](double error) { return last && !rounds_last_ ? 0 : acc_.of_product(size + error); };
  const double factored = given + (y + read_y) * acc_.of_sum(difference);
  const double apart =
      given + acc_.of_product((y + read_y) * (dy + read_dy)) + acc_.of_product((y + read_y) * t);
  return std::max(factored + lost(factored), apart + lost(apart));
}

double SoftmaxBackwardBound::of_log_softmax(std::size_t i, bool last) const {
  const double y = row_.y[i], dy = row_.dy[i], read_dy = acc_.of_reading(dy);
  double product = 0, error = read_dy;
  if (y > -std::numeric_limits<double>::infinity()) {
    double argument = acc_.of_reading(y);
    const bool base2 = a_.softmax == SoftmaxAlgorithm::base2 || a_.softmax == SoftmaxAlgorithm::base2_online;
    if (base2) argument += std::fabs(y) * 2.01 * acc_.unit_roundoff() + acc_.of_underflow();
    const double exact = std::exp(y), moved = exact * std::expm1(argument);
    const double ulps = a_.exp.constant + a_.exp.slope * (base2 ? 1.45 : 1) * (std::fabs(y) + argument);
    // e^0 is 1.
    const double off = y == 0 ? 0 : moved + acc_.of_function(ulps, std::max(exact + moved, 0x1p-1000));
    const double t = std::fabs(sum_) + sum_error_;
    product = (exact + off) * t;
    error += off * t + exact * sum_error_ + acc_.of_product(product);
    product = exact * sum_;
  }
  return error + (last && !rounds_last_ ? 0 : acc_.of_sum(std::fabs(dy - product) + error));
}

RowBound SoftmaxBackwardBound::dx(std::size_t i) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double exact = row_.log
                           ? std::fabs(row_.dy[i]) + std::exp(row_.y[i]) * (std::fabs(sum_) + sum_error_)
                           : std::fabs(row_.y[i]) * (std::fabs(row_.dy[i]) + std::fabs(sum_) + sum_error_);
  double error = row_.log ? of_log_softmax(i, !row_.scaled) : of_softmax(i, !row_.scaled);
  double size = exact + error;
  if (row_.scaled) {
    const double scale = std::fabs(row_.scale);
    error = scale * error + acc_.of_reading(scale) * size;
    size = std::max(size, scale * size) + error;
    // Scale may be multiplied to any factor: what underflows there is multiplied by the others.
    error += (rounds_last_ ? acc_.of_product(scale * exact + error) : 0) +
             acc_.unit_roundoff() * scale * exact +
             acc_.of_underflow() * (1 + std::fabs(row_.dy[i]) + std::fabs(sum_));
  }
  const double most = std::max(
      {size, largest_, std::fabs(row_.dy[i]) + std::fabs(sum_) + sum_error_, magnitude_ + sum_error_});
  if (!(most <= acc_.largest()) || !(error < infinity)) return {infinity, true};
  return {error * bound_evaluation, false};
}

}  // namespace ulpgate
