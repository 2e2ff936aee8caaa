#include "reference/bounds/softmax.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/exact/instruction_set.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log2_e = 1.4426950408889634, ln2 = 0.6931471805599453;
constexpr RowBound anything_at_all{infinity, true};

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::isfinite(x) && std::fabs(std::frexp(x, &exponent)) == 0.5;
}

/// At least e^x - 1, x >= 0.
double growth_of(double x) { return x < 0x1p-10 ? x + x * x : std::expm1(x); }

const softmax_loops::Loops& loops() {
  static const softmax_loops::Loops best = [] {
#ifdef ULPGATE_X86_LEVELS
    if (has_x86_v4()) return softmax_loops::x86_v4::loops();
    if (has_x86_v3()) return softmax_loops::x86_v3::loops();
#endif
    return softmax_loops::baseline::loops();
  }();
  return best;
}

RowBound evaluated(double error, bool may_overflow = false) {
  if (!(error < infinity)) return {infinity, may_overflow};
  return {error * bound_evaluation, may_overflow};
}

}  // namespace

SoftmaxBound::SoftmaxBound(const SoftmaxTerms& terms, const RowArithmetic& arithmetic)
    : t_(terms),
      a_(arithmetic),
      acc_(arithmetic.accumulator, arithmetic.flushes_subnormals),
      rounds_last_(terms.y == nullptr || terms.y->name != arithmetic.accumulator->name) {
  t_.scaled = t_.scaled || t_.scale != 1;
  if (a_.softmax == SoftmaxAlgorithm::online || a_.softmax == SoftmaxAlgorithm::base2_online) {
    const auto block = static_cast<double>(std::max<std::int64_t>(a_.block, 1));
    rescalings_ = std::max(std::ceil(static_cast<double>(t_.x.size()) / block) - 1, 0.0);
  }
  study_logits();
  if (is_base2()) study_base2();
  if (a_.softmax == SoftmaxAlgorithm::unshifted) unit_ = std::exp(t_.largest);
  add_up();
  log_of_sum_ = std::log(t_.sum);
  log_sum_ = find_log_sum();
}

bool SoftmaxBound::is_gone(std::size_t i) const { return t_.differences[i] == -infinity; }

bool SoftmaxBound::is_base2() const {
  return a_.softmax == SoftmaxAlgorithm::base2 || a_.softmax == SoftmaxAlgorithm::base2_online;
}

bool SoftmaxBound::keeps_the_largest() const {
  return a_.softmax == SoftmaxAlgorithm::shifted || a_.softmax == SoftmaxAlgorithm::online;
}

bool SoftmaxBound::rescales() const {
  return rescalings_ > 0 &&
         (a_.softmax == SoftmaxAlgorithm::online || a_.softmax == SoftmaxAlgorithm::base2_online);
}

double SoftmaxBound::logit_error(std::size_t i) const {
  if (exact_logits_ || is_gone(i)) return 0;
  if (!t_.masked.empty() && t_.masked[i] != 0) return acc_.of_reading(*a_.mask_value);
  double error = std::fabs(t_.scale) * acc_.of_reading(t_.x[i]);
  const double scaled = t_.scale * t_.x[i];
  if (t_.scaled) {
    if (!acc_.holds(t_.scale)) error += (std::fabs(scaled) + error) * acc_.unit_roundoff();
    const double size = std::fabs(scaled) + error;
    if (!is_power_of_two(t_.scale) || size < acc_.smallest_normal()) error += acc_.of_product(size);
  }
  if (t_.mask.empty() || t_.mask[i] == 0) return error;
  error += acc_.of_reading(t_.mask[i]);
  return error + acc_.of_sum(std::fabs(scaled + t_.mask[i]) + error);
}

/// As the exponential sees it: base2 has the scale in c.
double SoftmaxBound::exponent_input_error(std::size_t i) const {
  if (!is_base2() || !t_.mask.empty() || (!t_.masked.empty() && t_.masked[i] != 0)) return logit_error(i);
  return exact_logits_ || is_gone(i) ? 0 : std::fabs(t_.scale) * acc_.of_reading(t_.x[i]);
}

double SoftmaxBound::subtraction_error(std::size_t i) const {
  const double d = t_.differences[i];
  const double logit = logit_error(i);
  if (slack_ == 0 && logit == 0 && t_.rests[i] == 0 && acc_.holds(d)) return 0;
  return acc_.of_sum(std::fabs(d) + logit + slack_);
}

void SoftmaxBound::study_logits() {
  if (t_.plain && !t_.scaled &&
      acc_.holds_all(t_.plain->largest, t_.plain->smallest, t_.plain->significands)) {
    count_ = static_cast<double>(t_.x.size());
    farthest_ = t_.plain->farthest;
    most_ = std::bit_cast<double>(t_.plain->largest);
    is_plain_ = true;
    return;
  }
  const bool formed = t_.scaled || !t_.mask.empty() || !t_.masked.empty();
  exact_logits_ = !formed && std::all_of(t_.x.begin(), t_.x.end(), [&](double x) { return acc_.holds(x); });
  const double mask_value = a_.mask_value.value_or(-infinity);
  for (std::size_t i = 0; i < t_.x.size(); ++i) {
    if (is_gone(i)) {
      // Beyond the range, x is infinite before a mask of -infinity joins it.
      const bool added =
          !t_.mask.empty() && std::isfinite(t_.x[i]) && (t_.masked.empty() || t_.masked[i] == 0);
      if (added && !(std::max(std::fabs(t_.x[i]), std::fabs(t_.scale * t_.x[i])) <= acc_.largest()))
        unknown_ = true;
      continue;
    }
    count_ += 1;
    const double d = -t_.differences[i];
    farthest_ = std::max(farthest_, d);
    const bool masked = !t_.masked.empty() && t_.masked[i] != 0;
    double size =
        masked ? std::fabs(mask_value) : std::max(std::fabs(t_.x[i]), std::fabs(t_.scale * t_.x[i]));
    if (!masked && !t_.mask.empty()) {
      const double z = std::fabs(t_.scale * t_.x[i] + t_.mask[i]);
      size = std::max({size, std::fabs(t_.mask[i]), z});
      most_ = std::max(most_, z);
    } else {
      most_ = std::max(most_, masked ? size : std::fabs(t_.scale * t_.x[i]));
    }
    const double error = logit_error(i);
    slack_ = std::max(slack_, error - d);
    if (!(size + error <= acc_.largest())) unknown_ = true;
  }
  // A maximum that may be rounded to the mask value counts as masked, or not.
  if (a_.mask_value && std::fabs(t_.largest - mask_value) <= slack_ + std::fabs(mask_value) * 0x1p-50)
    unknown_ = unknown_ || slack_ > 0;
}

void SoftmaxBound::study_base2() {
  const bool scale_in_c = t_.scaled && t_.mask.empty();
  scale_error_ = acc_.unit_roundoff() * (!scale_in_c ? 1 : acc_.holds(t_.scale) ? 2.01 : 3.02);
  const double of_c = rescales() ? most_ : std::fabs(t_.largest) + slack_;
  shared_shift_ = ln2 * acc_.of_product(of_c * log2_e * (1 + scale_error_));
}

SoftmaxBound::Argument SoftmaxBound::argument(std::size_t i) const {
  const double u = acc_.unit_roundoff(), d = std::fabs(t_.differences[i]), input = exponent_input_error(i);
  // At least the difference of what was computed.
  const double difference = d + logit_error(i) + slack_;
  switch (a_.softmax) {
    case SoftmaxAlgorithm::unshifted:
      return {input, std::fabs(t_.largest + t_.differences[i]) + input};
    case SoftmaxAlgorithm::shifted:
    case SoftmaxAlgorithm::online: {
      if (rescales()) {
        const double off = u * difference;
        return {input + off, difference + off};
      }
      const double off = subtraction_error(i);
      return {input + off, difference + off};
    }
    case SoftmaxAlgorithm::base2:
    case SoftmaxAlgorithm::base2_online:
      break;
  }
  const double before = difference * log2_e * (1 + scale_error_) + shared_shift_ / ln2;
  const double rounding = acc_.of_sum(before);
  double error = input + d * scale_error_ + ln2 * rounding;
  // Terms of other maxima, whose products with c rounded otherwise; rescaling rounds a difference and a
  // product.
  if (rescales()) error += 2 * shared_shift_ + difference * 2.01 * u;
  return {error, before + rounding};
}

double SoftmaxBound::find_exponential_error(std::size_t i) const {
  if (is_gone(i)) return 0;
  const Argument argument = this->argument(i);
  const double v = t_.exponentials[i], d = std::fabs(t_.differences[i]);
  if (d == 0 && slack_ == 0 && keeps_the_largest()) return 0;
  const double moved = argument.error < 30 ? v * growth_of(argument.error) : std::exp(argument.error - d);
  const double ulps = a_.exp.constant + a_.exp.slope * argument.size;
  // The result as the accumulator has it: of another maximum than m, or of another product m c.
  // Below double's range v may be 0 and still stand for something.
  const double largest = std::max((v + moved) * unit_ * shift_, std::numeric_limits<double>::min());
  double error = moved + acc_.of_function(ulps, largest) * shift_ / unit_;
  if (rescales()) {
    const double more =
        2 * acc_.unit_roundoff() * (rescalings_ * a_.exp.constant + a_.exp.slope * argument.size);
    error += (v + error) * std::expm1(more);
  }
  return error;
}

/// Of the usual case, in one piece: the maximum is subtracted from numbers of the accumulator's format.
double SoftmaxBound::plain_exponential_error(std::size_t i) const {
  const double d = -t_.differences[i], v = t_.exponentials[i];
  if (d == 0 || is_gone(i)) return 0;
  const double off = t_.rests[i] == 0 && acc_.holds(d) ? 0 : acc_.of_sum(d);
  if (off >= 0x1p-10) return find_exponential_error(i);
  const double moved = v * (off + off * off);
  const double ulps = a_.exp.constant + a_.exp.slope * (d + off);
  return moved + acc_.of_function(ulps, std::max(v + moved, std::numeric_limits<double>::min()));
}

void SoftmaxBound::add_up() {
  if (a_.softmax != SoftmaxAlgorithm::unshifted) shift_ = std::exp(shared_shift_ + slack_);
  const double u = acc_.unit_roundoff(), additions = std::max(count_ - 1, 0.0);
  growth_ = additions * u;
  if (rescales()) growth_ = inverse_growth(additions + rescalings_, u);
  errors_ = std::make_unique_for_overwrite<double[]>(t_.x.size());
  const bool plain = a_.softmax == SoftmaxAlgorithm::shifted && exact_logits_ && slack_ == 0;
  is_plain_ = is_plain_ && plain && add_up_plainly();
  for (std::size_t i = 0; !is_plain_ && i < t_.x.size(); ++i)
    total_error_ += errors_[i] = plain ? plain_exponential_error(i) : find_exponential_error(i);
  // What adding them up in double may have lost.
  total_error_ *= 1 + count_ * 0x1p-52;
  // Factors and products that underflow in rescaling.
  if (rescales() && farthest_ + 4 >= -std::log(acc_.smallest_normal())) {
    const double below = acc_.smallest_normal() * (1 - 0x1p-50);
    const double of_factor = acc_.of_function(a_.exp.constant + a_.exp.slope * farthest_, below);
    total_error_ += rescalings_ * (of_factor * count_ + acc_.of_underflow());
  }
  const double sum = (t_.sum + total_error_) * (1 + growth_) * unit_ * shift_;
  if (!(sum <= acc_.largest())) unknown_ = true;
  // Nothing may be left of the sum, or of its reciprocal.
  find_smallest_sum();
  if (!(smallest_sum_ > 0)) unknown_ = true;
  inverse_sum_ = 1 / t_.sum;
  inverse_smallest_sum_ = 1 / smallest_sum_;
  if (!(t_.sum * unit_ > 1 / acc_.largest())) unknown_ = true;
}

softmax_loops::Row SoftmaxBound::loop_row() const {
  return {t_.differences.data(), t_.rests.data(), t_.exponentials.data(),
          static_cast<std::int64_t>(t_.x.size())};
}

bool SoftmaxBound::add_up_plainly() {
  if (acc_.flushes() || acc_.quantum() == 0x1p-1074 || !(farthest_ <= acc_.largest())) return false;
  steps_ = {acc_.unit_roundoff(), acc_.smallest_normal(), acc_.quantum(), a_.exp.constant, a_.exp.slope};
  if (loops().exponential_errors(steps_, loop_row(), errors_.get()) >= 0x1p-10) return false;
  total_error_ = loops().sum(errors_.get(), loop_row().count);
  return true;
}

std::unique_ptr<double[]> SoftmaxBound::take_bounds(bool log) {
  if (!is_plain_ || unknown_ || count_ == 1 || (a_.through_logarithm && !log)) return nullptr;
  if (log) {
    const double value = farthest_ + log_of_sum_;
    const bool may_overflow = !(value * (1 + 4 * acc_.unit_roundoff()) <= acc_.largest());
    if (a_.log_softmax == LogSoftmaxAlgorithm::of_softmax || may_overflow || !(log_sum_.error < infinity))
      return nullptr;
    const bool subtracts = a_.log_softmax == LogSoftmaxAlgorithm::subtract;
    const double of_lse = subtracts ? 0 : acc_.of_sum(std::fabs(t_.largest + log_of_sum_) + log_sum_.error);
    loops().logarithm_bounds(steps_, {log_of_sum_, log_sum_.error + of_lse, subtracts, rounds_last_},
                             loop_row(), errors_.get());
    return std::move(errors_);
  }
  softmax_loops::Quotient q{inverse_sum_, inverse_smallest_sum_, total_error_, growth_, 0, 0, 0};
  q.floor = total_error_ > 0 || growth_ > 0 ? 3 * 0x1p-1074 : 0;
  if (a_.division == Division::reciprocal)
    q.reciprocal = t_.sum * acc_.of_product(1 / t_.sum) * (1 + 2 * growth_);
  q.ulps = a_.division == Division::approximate ? a_.division_ulps : rounds_last_ ? 0.5 : 0;
  loops().quotient_bounds(steps_, q, loop_row(), errors_.get());
  return std::move(errors_);
}

void SoftmaxBound::find_smallest_sum() {
  smallest_sum_ = t_.sum - total_error_ * bound_evaluation;
  if (keeps_the_largest()) smallest_sum_ = std::max(smallest_sum_, std::exp(-slack_));
}

RowBound SoftmaxBound::before_division(std::size_t i) const {
  if (unknown_) return anything_at_all;
  if (is_gone(i)) return {};
  const double y = t_.exponentials[i] * inverse_sum_;
  const double error = (errors_[i] + y * total_error_) * inverse_smallest_sum_;
  const double all = error + error * growth_ + y * growth_;
  // Six roundings below double's normal numbers, where a bound of fp64 is.
  const bool rounds = errors_[i] > 0 || total_error_ > 0 || growth_ > 0;
  return evaluated(rounds && all < 0x1p-1000 ? all + 3 * 0x1p-1074 : all);
}

double SoftmaxBound::after_division(double y, double error, bool last) const {
  const double size = y + error;
  const double rounding = last && !rounds_last_ ? 0 : acc_.of_product(size);
  const double sum = t_.sum * unit_;
  switch (a_.division) {
    case Division::rounded:
      return error + rounding;
    case Division::reciprocal:
      return error + size * sum * acc_.of_product(1 / sum) * (1 + 2 * growth_) + rounding;
    case Division::approximate:
      break;
  }
  return error + acc_.of_function(a_.division_ulps, size);
}

RowBound SoftmaxBound::exponential_of_log(std::size_t i) const {
  if (unknown_) return anything_at_all;
  if (is_gone(i)) return {};
  if (!(log_sum_.error < infinity)) return log_sum_;
  double error = log_sum_.error + logit_error(i) + subtraction_error(i);
  const double size = std::fabs(t_.differences[i] - log_of_sum_);
  error += acc_.of_sum(size + error);
  if (error == 0 && size == 0) return {};
  const double y = t_.exponentials[i] * inverse_sum_, moved = y * growth_of(error);
  const double ulps = a_.exp.constant + a_.exp.slope * (size + error);
  return evaluated(moved + acc_.of_function(ulps, std::max(y + moved, std::numeric_limits<double>::min())));
}

RowBound SoftmaxBound::softmax(std::size_t i) const {
  if (a_.through_logarithm) return exponential_of_log(i);
  const RowBound before = before_division(i);
  if (!(before.error < infinity) || is_gone(i)) return before;
  // A number divided by itself.
  if (count_ == 1 && a_.division == Division::rounded) return {};
  return evaluated(after_division(t_.exponentials[i] * inverse_sum_, before.error, true));
}

double SoftmaxBound::log_error(double magnitude) const {
  const double absolute = a_.log_absolute ? std::ldexp(1.0, *a_.log_absolute) : 0;
  return acc_.of_function(a_.log.constant + a_.log.slope * magnitude, magnitude) + absolute;
}

RowBound SoftmaxBound::find_log_sum() const {
  if (unknown_) return anything_at_all;
  const double above = std::log1p(total_error_ * bound_evaluation / t_.sum);
  const double below = std::log(t_.sum / smallest_sum_) + 0x1p-50;
  const double moved = total_error_ == 0 ? 0 : std::max(above, below);
  const double error = moved + growth_ + shared_shift_;
  const double m = a_.softmax == SoftmaxAlgorithm::unshifted ? t_.largest : 0;
  return evaluated(error + log_error(std::fabs(m + log_of_sum_) + error + slack_));
}

RowBound SoftmaxBound::log_softmax(std::size_t i) const {
  if (unknown_) return anything_at_all;
  if (is_gone(i)) return {};
  const double d = t_.differences[i], value = std::fabs(d - log_of_sum_);
  const bool may_overflow = !(value * (1 + 4 * acc_.unit_roundoff()) + 2 * slack_ <= acc_.largest());
  if (a_.log_softmax == LogSoftmaxAlgorithm::of_softmax) {
    const double y = t_.exponentials[i] / t_.sum, error = after_division(y, before_division(i).error, false);
    if (!(error < y)) return anything_at_all;
    const double moved = -std::log1p(-error / y);
    return evaluated(moved + log_error(value + moved), may_overflow);
  }
  const RowBound of_sum = log_sum_;
  if (!(of_sum.error < infinity)) return of_sum;
  double error = of_sum.error + logit_error(i);
  if (a_.softmax != SoftmaxAlgorithm::unshifted) {
    // The maximum is another logit's product with the scale, if exponentials have it in c.
    if (is_base2()) error += slack_;
    error += a_.log_softmax == LogSoftmaxAlgorithm::subtract
                 ? subtraction_error(i)
                 : acc_.of_sum(std::fabs(t_.largest + log_of_sum_) + slack_ + of_sum.error);
  }
  return evaluated(error + (rounds_last_ ? acc_.of_sum(value + error) : 0), may_overflow);
}

}  // namespace ulpgate
