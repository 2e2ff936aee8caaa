#pragma once
// Softmax of a row, in several algorithms.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/adapters/host/logits.h"
#include "kernels/adapters/host/sums.h"

namespace ulpgate::host {

enum class SoftmaxAlgorithm {
  shifted,       ///< exp(x - max)
  online,        ///< running maximum and sum over blocks, rescaled
  base2,         ///< exp2(x * c - max * c), c = scale * log2(e)
  base2_online,  ///< both
  unshifted,     ///< exp(x), which overflows
};

inline bool is_base2(SoftmaxAlgorithm algorithm) {
  return algorithm == SoftmaxAlgorithm::base2 || algorithm == SoftmaxAlgorithm::base2_online;
}

/// The claim `algorithm`.
std::string algorithm_claim(SoftmaxAlgorithm algorithm, std::int64_t block);

struct SoftmaxPlan {
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::shifted;
  std::int64_t block = 0;  ///< of the online ones, in elements
  Order order = Order::ascending;
  bool reciprocal = false;         ///< times 1 / sum
  bool through_logarithm = false;  ///< exp((x - max) - log(sum)), where the maximum is subtracted
  Masking masking = {};
};

template <class Number>
struct Exponentials {
  std::vector<Number> terms;
  Number sum = Number(0);
};

template <class Number>
Exponentials<Number> shifted_exponentials(const std::vector<Number>& t, Number shift, Order order) {
  std::vector<Number> terms(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) terms[i] = exponential(t[i] - shift);
  const Number sum = sum_of(std::span<const Number>(terms), order);
  return {std::move(terms), sum};
}

/// exp(x) as it is.
template <class Number>
Exponentials<Number> exponentials(const std::vector<Number>& t, Order order) {
  std::vector<Number> terms(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) terms[i] = exponential(t[i]);
  const Number sum = sum_of(std::span<const Number>(terms), order);
  return {std::move(terms), sum};
}

/// What an online algorithm knows of the elements so far.
template <class Number>
struct Running {
  Number largest = minus_infinity<Number>();
  Number sum = Number(0);
};

/// What to shift by: nothing is left to shift where all is -Inf.
template <class Number>
Number shift_of(Number largest) {
  return largest == minus_infinity<Number>() ? Number(0) : largest;
}

/// exp(x - shift), or exp2(x * c - shift * c) with one rounding of shift * c.
template <class Number>
class Power {
 public:
  explicit Power(std::optional<Number> c) : c_(c) {}
  Number operator()(Number x, Number shift) const {
    return c_ ? power_of_two(fused(x, *c_, Number(0) - shift * *c_)) : exponential(x - shift);
  }
  /// What a sum is rescaled by.
  Number factor(Number before, Number after) const {
    return c_ ? power_of_two((before - after) * *c_) : exponential(before - after);
  }

 private:
  std::optional<Number> c_;
};

template <class Number>
Exponentials<Number> online_exponentials(const std::vector<Number>& t, const Power<Number>& power,
                                         const SoftmaxPlan& plan) {
  Running<Number> running;
  const auto block = static_cast<std::size_t>(plan.block);
  for (std::size_t first = 0; first < t.size(); first += block) {
    const auto part = std::span<const Number>(t).subspan(first, std::min(block, t.size() - first));
    const Number before = running.largest, here = largest_of(part);
    if (before < here) running.largest = here;
    const Number shift = shift_of(running.largest);
    std::vector<Number> terms;
    for (const Number x : part) terms.push_back(power(x, shift));
    if (!(before == minus_infinity<Number>())) running.sum = running.sum * power.factor(before, shift);
    running.sum = running.sum + sum_of(std::span<const Number>(terms), plan.order);
  }
  std::vector<Number> terms(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) terms[i] = power(t[i], shift_of(running.largest));
  return {std::move(terms), running.sum};
}

template <class Number>
Exponentials<Number> base2_exponentials(const std::vector<Number>& t, Number largest,
                                        const Power<Number>& power, Order order) {
  std::vector<Number> terms(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) terms[i] = power(t[i], shift_of(largest));
  const Number sum = sum_of(std::span<const Number>(terms), order);
  return {std::move(terms), sum};
}

/// `c` counts for the algorithms with base 2.
template <class Number>
std::vector<Number> softmax(const std::vector<Number>& t, const SoftmaxPlan& plan, Number c) {
  const Number largest = largest_of(std::span<const Number>(t));
  if (all_masked_out(t, largest, plan.masking)) return masked_row<Number>(t.size(), plan.masking);
  Exponentials<Number> e;
  switch (plan.algorithm) {
    case SoftmaxAlgorithm::shifted:
      e = shifted_exponentials(t, largest, plan.order);
      break;
    case SoftmaxAlgorithm::online:
      e = online_exponentials(t, Power<Number>(std::nullopt), plan);
      break;
    case SoftmaxAlgorithm::base2:
      e = base2_exponentials(t, largest, Power<Number>(c), plan.order);
      break;
    case SoftmaxAlgorithm::base2_online:
      e = online_exponentials(t, Power<Number>(c), plan);
      break;
    case SoftmaxAlgorithm::unshifted:
      e = exponentials(t, plan.order);
      // An infinite x makes the row NaN; an infinite sum of finite ones makes zeros of it.
      if (largest == Number(std::numeric_limits<double>::infinity())) e.sum = largest - largest;
      break;
  }
  if (plan.through_logarithm) {
    const Number log_sum = logarithm(e.sum);
    for (std::size_t i = 0; i < t.size(); ++i) e.terms[i] = exponential((t[i] - largest) - log_sum);
    return std::move(e.terms);
  }
  const Number reciprocal = Number(1) / e.sum;
  for (Number& x : e.terms) x = plan.reciprocal ? x * reciprocal : x / e.sum;
  return std::move(e.terms);
}

}  // namespace ulpgate::host
