#include "reference/bounds/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr RowBound anything_at_all{infinity, true};

RowBound evaluated(double error, bool may_overflow) {
  if (!(error < infinity)) return {infinity, may_overflow};
  return {error * bound_evaluation, may_overflow};
}

}  // namespace

/// Sums over a column.
struct AttentionBound::Column {
  double errors = 0;     ///< |v_i| A_i
  double sizes = 0;      ///< |v_i| (P_i + A_i)
  double reading = 0;    ///< (P_i + A_i) times what reading v_i loses
  double magnitude = 0;  ///< |v_i|
  double small = 0;      ///< |v_i| whose weight may be below a normal range
  double largest = 0;    ///< |v_i|
  double terms = 0;      ///< that are not 0
  double below = 0;      ///< products that may be below the normal range
};

AttentionBound::AttentionBound(const SoftmaxTerms& logits, const SoftmaxBound& softmax,
                               const RowArithmetic& arithmetic)
    : t_(logits),
      softmax_(softmax),
      a_(arithmetic),
      e_(softmax.errors()),
      acc_(softmax.accumulator()),
      probabilities_(arithmetic.probabilities == nullptr ? arithmetic.accumulator : arithmetic.probabilities,
                     arithmetic.flushes_subnormals),
      is_split_(arithmetic.parts > 1) {
  if (is_split_ && (a_.softmax == SoftmaxAlgorithm::base2 || a_.softmax == SoftmaxAlgorithm::unshifted))
    throw std::invalid_argument("attention in parts has a bound for shifted and online softmax alone");
  doubled_ = is_split_ ? 2 : 1;
  const double total = e_.total * doubled_;
  off_sum_ = total;
  if (a_.probabilities != nullptr)
    off_sum_ += (t_.sum + total) * probabilities_.unit_roundoff() + e_.count * probabilities_.of_underflow();
  smallest_sum_ = t_.sum - off_sum_ * bound_evaluation;
  if (e_.keeps_the_largest)
    smallest_sum_ = std::max(smallest_sum_, std::exp(-e_.slack) * (1 - probabilities_.unit_roundoff()));
  if (!(smallest_sum_ > 0)) e_.unknown = true;
  growth_ = e_.growth;
  const double parts = static_cast<double>(a_.parts);
  if (is_split_) growth_ = inverse_growth(e_.count + e_.rescalings + parts, acc_.unit_roundoff());
  lift_ = std::max(1.0, 1 / (smallest_sum_ * e_.unit));
  const double reach = e_.farthest + (is_split_ ? std::log(std::max(e_.count, 1.0)) : 0) + 4;
  if ((e_.rescalings > 0 || is_split_) && reach >= -std::log(acc_.smallest_normal())) {
    const double below = acc_.smallest_normal() * (1 - 0x1p-50);
    lost_factor_ = acc_.of_function(a_.exp.constant + a_.exp.slope * reach, below);
  }
  if (is_split_) part_weight_ = weight_error();
  if (a_.probabilities != nullptr)
    of_probabilities_ =
        probabilities_.unit_roundoff() + e_.count * probabilities_.of_underflow() / smallest_sum_;
}

/// T / (1 - T), but for what is below the normal range.
double AttentionBound::weight_error() const {
  const double u = acc_.unit_roundoff(), log_count = std::log(e_.count + 1);
  const double of_log = softmax_.log_error(log_count);
  const double lse = e_.most + log_count + of_log;
  double of_lse = of_log + acc_.of_sum(lse);
  if (a_.softmax == SoftmaxAlgorithm::base2_online) {
    // The part's maximum is scaled for lse, and was not for exponentials.
    double of_largest = 0;
    for (std::size_t i = 0; i < t_.x.size(); ++i) of_largest = std::max(of_largest, softmax_.logit_error(i));
    of_lse += e_.shared_shift + of_largest;
  }
  const double apart = e_.farthest + log_count + 2 * of_lse;
  const double argument = of_lse + acc_.of_sum(apart);
  const double ulps = a_.exp.constant + a_.exp.slope * (apart + argument);
  const double error = std::expm1(argument) + std::exp(argument) * 2 * u * ulps;
  return error < 0.5 ? error / (1 - error) : infinity;
}

/// Relative, of a division by the sum.
double AttentionBound::division_error() const {
  const double u = acc_.unit_roundoff();
  switch (a_.division) {
    case Division::rounded:
      return u;
    case Division::reciprocal:
      return 2.01 * u;
    case Division::approximate:
      break;
  }
  return 2 * u * a_.division_ulps;
}

/// 1 in all and nothing else: of several parts, if a logarithm of 1 is 0.
bool AttentionBound::is_one_logit() const {
  const bool is_plain = a_.softmax == SoftmaxAlgorithm::shifted || a_.softmax == SoftmaxAlgorithm::online;
  return e_.count == 1 && is_plain && (!is_split_ || softmax_.log_error(0) == 0);
}

bool AttentionBound::may_vanish(std::size_t i) const {
  if (e_.unknown) return true;
  const double weight = (t_.exponentials[i] - e_.terms[i] * doubled_) / (t_.sum + off_sum_);
  const double lost = std::max({acc_.of_underflow(), probabilities_.of_underflow(), lost_factor_});
  return !is_one_logit() && weight * std::min(1.0, e_.unit) <= 4 * lost;
}

AttentionBound::Column AttentionBound::study(std::span<const double> v) const {
  Column c;
  const double normal = 2 * acc_.smallest_normal(),
               normal_weight = std::max(normal, 2 * probabilities_.smallest_normal()),
               share = std::min(1.0, e_.unit) / t_.sum;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (t_.differences[i] == -infinity || v[i] == 0) continue;
    const double size = std::fabs(v[i]), error = e_.terms[i] * doubled_, p = t_.exponentials[i] + error;
    c.errors += size * error;
    c.sizes += size * p;
    c.reading += p * acc_.of_reading(v[i]);
    c.magnitude += size;
    c.largest = std::max(c.largest, size);
    c.terms += 1;
    const double weight = t_.exponentials[i] * share;
    if (weight < normal_weight) c.small += size;
    if (weight * size < normal) c.below += 1;
  }
  return c;
}

RowBound AttentionBound::output(std::span<const double> v, double o) const {
  if (e_.unknown) return anything_at_all;
  const Column c = study(v);
  if (c.terms == 0) return {};
  if (is_one_logit() && a_.division != Division::approximate) return evaluated(c.reading, false);
  const double u = acc_.unit_roundoff(), size = std::fabs(o), parts = static_cast<double>(a_.parts);
  const double before = (c.errors + c.reading + size * off_sum_) / smallest_sum_;
  double error = before + before * growth_ + size * growth_;
  const double sizes = (c.sizes + c.reading) / smallest_sum_ * (1 + growth_);
  double roundings = c.terms + e_.rescalings;
  if (is_split_) roundings += parts + 1;
  const double of_probability = a_.probabilities == nullptr ? 0 : probabilities_.unit_roundoff();
  const double divided = 1 + division_error();
  const double factor =
      (1 + of_probability) * (1 + inverse_growth(roundings, u)) * divided * (is_split_ ? divided : 1);
  error += sizes * (factor - 1);
  double below = c.small * (acc_.of_underflow() + (of_probability > 0 ? probabilities_.of_underflow() : 0));
  below += acc_.of_underflow() * (c.below + e_.rescalings + 2 + (is_split_ ? 2 * parts : 0));
  below += lost_factor_ * e_.rescalings * c.magnitude;
  error += below * lift_;
  if (is_split_) {
    error += part_weight_ * (sizes + size + error) + parts * lost_factor_ * (c.largest + size);
    error += size * std::expm1(of_last_logarithm());
  }
  // Where the maximum grows, what was added up before may have been as large as all of v.
  const bool shrinks = e_.rescalings > 0 || is_split_;
  const double most = (shrinks ? c.magnitude : c.sizes * e_.unit) * factor * (1 + growth_);
  const bool overflows = !(std::max(most, size + error) <= acc_.largest()) ||
                         !(std::max(1.0, e_.unit) * std::exp(e_.slack) * 1.01 <= probabilities_.largest());
  return evaluated(error, overflows);
}

/// Of log S', where what is added up is rounded to another format.
double AttentionBound::of_rounded_sum() const {
  if (a_.probabilities == nullptr) return 0;
  return of_probabilities_ < 1 ? -std::log1p(-of_probabilities_) : infinity;
}

/// Of parts, with its last rounding.
double AttentionBound::error_of_lse() const {
  const double off = (e_.total * doubled_) * bound_evaluation;
  const double below = 1 - off / t_.sum > 0 ? -std::log1p(-off / t_.sum) : infinity;
  const double of_sums = std::min(below, std::log(t_.sum / smallest_sum_) + 0x1p-50) + growth_;
  const double lost = static_cast<double>(a_.parts) * lost_factor_;
  const double of_weights = part_weight_ + lost < 0.5 ? -std::log1p(-(part_weight_ + lost)) : infinity;
  return of_sums + of_rounded_sum() + of_weights + of_last_logarithm();
}

/// Of the logarithm of weights and the sum with the largest lse.
double AttentionBound::of_last_logarithm() const {
  const double of_log = softmax_.log_error(std::log(static_cast<double>(a_.parts) + 1));
  return of_log + acc_.of_sum(e_.most + std::log(e_.count + 1) + of_log);
}

RowBound AttentionBound::lse(const Format* format) const {
  if (e_.unknown) return anything_at_all;
  const double exact = std::fabs(t_.largest + std::log(t_.sum));
  const bool rounds = format == nullptr || format->name != a_.accumulator->name;
  const bool is_base2 = a_.softmax == SoftmaxAlgorithm::base2 || a_.softmax == SoftmaxAlgorithm::base2_online;
  if (is_one_logit()) {
    const double error = e_.slack + softmax_.log_error(0);
    return evaluated(error + (error > e_.slack ? acc_.of_sum(exact + error) : 0),
                     !(exact + error <= acc_.largest()));
  }
  if (is_split_) {
    const double error = error_of_lse();
    return evaluated(error, !(e_.most + error + std::log(e_.count + 1) <= acc_.largest()));
  }
  const RowBound of_sum = softmax_.log_sum();
  if (!(of_sum.error < infinity)) return of_sum;
  double error = of_sum.error + of_rounded_sum() + (is_base2 ? e_.slack : 0);
  const bool adds = a_.softmax != SoftmaxAlgorithm::unshifted;
  if (adds && rounds) error += acc_.of_sum(exact + error + e_.slack);
  return evaluated(error, !(exact + error + acc_.of_sum(exact + error) <= acc_.largest()));
}

}  // namespace ulpgate
