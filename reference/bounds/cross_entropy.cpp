#include "reference/bounds/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/bounds/rounded_steps.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::min();

RowBound within_range(double error, double size, const AccumulatorError& acc) {
  if (!(size + error <= acc.largest())) return {infinity, true};
  return {error * bound_evaluation, false};
}

}  // namespace

RowBound cross_entropy_row_bound(const SoftmaxBound& row, const SoftmaxTerms& logits,
                                 const RowArithmetic& arithmetic, const CrossEntropyTerms& terms,
                                 double loss) {
  const AccumulatorError& acc = row.accumulator();
  const RowBound of_target = row.log_softmax(terms.target);
  const double s = terms.smoothing;
  if (s == 0) return of_target;
  const double log_sum = std::log(logits.sum), n = static_cast<double>(logits.x.size());
  const bool unshifted =
      arithmetic.log_softmax == LogSoftmaxAlgorithm::lse || arithmetic.softmax == SoftmaxAlgorithm::unshifted;
  bool may_overflow = of_target.may_overflow;
  double errors = (1 - s) * of_target.error, sum = 0, sizes = loss;
  if (unshifted) sizes += (1 - s) * std::fabs(logits.largest + logits.differences[terms.target]);
  for (std::size_t c = 0; c < logits.x.size(); ++c) {
    const RowBound bound = row.log_softmax(c);
    may_overflow = may_overflow || bound.may_overflow;
    errors += s / n * bound.error;
    sum += log_sum - logits.differences[c] + bound.error;
    if (unshifted) sizes += s / n * std::fabs(logits.largest + logits.differences[c]);
  }
  if (unshifted) {
    const double lse = std::fabs(logits.largest + log_sum);
    sizes += 2 * lse;
    sum += n * (std::fabs(logits.largest) + lse);
  }
  if (may_overflow || !(errors < infinity)) return {infinity, true};
  double error = errors + growth(n + 6, acc.unit_roundoff()) * (sizes + errors);
  // s / n may underflow before it is multiplied by the sum.
  error += acc.of_underflow() * (2 * n + 2 + sum);
  return within_range(error, sum, acc);
}

RowBound cross_entropy_reduced_bound(const RowArithmetic& arithmetic, std::int64_t rows, std::int64_t counted,
                                     double total, double errors, const Format* output) {
  const RoundedSteps steps(arithmetic);
  const AccumulatorError& acc = steps.rounding;
  const bool mean = arithmetic.reduction == Reduction::mean;
  if (!(errors < infinity)) return {infinity, true};
  double roundings = static_cast<double>(rows - 1) + (mean ? steps.division_by(counted) : 0);
  const bool ends_rounded = !mean || arithmetic.division != Division::approximate;
  if (ends_rounded && output != nullptr && output->name == arithmetic.accumulator->name)
    roundings = std::max(roundings - 1, 0.0);
  const double error = errors + growth(roundings, acc.unit_roundoff()) * (total + errors);
  const double most = total + error;
  if (!mean) return within_range(error, most, acc);
  // Underflow of each loss times the reciprocal, or of the reciprocal.
  const double below = static_cast<double>(rows + 1) * acc.of_underflow() * (1 + total);
  const double reach = std::max(most, static_cast<double>(counted));
  return within_range(error / static_cast<double>(counted) + below, reach, acc);
}

RowBound cross_entropy_gradient_bound(const SoftmaxBound& row, const SoftmaxTerms& logits,
                                      const RowArithmetic& arithmetic, const CrossEntropyTerms& terms,
                                      std::size_t c, double q, double dloss, std::int64_t counted) {
  const AccumulatorError& acc = row.accumulator();
  const double u = acc.unit_roundoff(), p = logits.exponentials[c] / logits.sum;
  const RowBound before = row.before_division(c), log = row.log_softmax(c);
  if (!(before.error < infinity) || !(log.error < infinity)) return {infinity, true};
  const double quotient = row.after_division(p, before.error, false);
  const double size = std::fabs(logits.differences[c]) + std::log(logits.sum) + log.error;
  double exponential = 0;
  if (logits.differences[c] > -infinity) {
    const double moved = p * std::expm1(log.error);
    const double ulps = arithmetic.exp.constant + arithmetic.exp.slope * size * 1.45;
    exponential = moved + acc.of_function(ulps, std::max(p + moved, tiny));
  }
  const double of_p = std::max(quotient, exponential);
  double error = of_p;
  if (q != 0) error += acc.of_sum(std::fabs(p - q) + of_p);
  if (terms.smoothing != 0) error += (4 * u + 2 * u) * (p + q) + acc.of_underflow();
  // Of the product with g, where it is of both parts.
  error += u * (p + q);
  const double g = std::fabs(dloss), read = acc.of_reading(dloss);
  const bool mean = arithmetic.reduction == Reduction::mean;
  const double difference = std::fabs(p - q);
  error = g * error + read * (difference + error);
  const double of_division = mean ? RoundedSteps(arithmetic).division_by(counted) : 0;
  error += growth(1 + of_division, u) * (g * difference + error);
  error += 3 * acc.of_underflow() * (1 + g);
  const double most = g * (p + q) + error;
  if (mean) error /= static_cast<double>(counted);
  // What is divided by the number of rows may underflow after everything else.
  if (mean) error += 2 * acc.of_underflow() * (1 + g);
  return within_range(error, std::max(most, g), acc);
}

}  // namespace ulpgate
