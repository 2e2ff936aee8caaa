#pragma once
// Attention's second half for one row of scores: softmax times v, and the log-sum-exp, in several algorithms.
#include <algorithm>
#include <vector>

#include "kernels/adapters/host/softmax.h"

namespace ulpgate::host {

struct AttentionPlan {
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::shifted;
  std::int64_t block = 0;  ///< of the online ones, in scores
  std::int64_t parts = 1;
  Order order = Order::ascending;
  bool divides_weights = false;  ///< before they multiply v; not online
  bool by_lse = false;           ///< parts are weighted by e^(lse_p - lse), not e^(lse_p - max) / sum
  bool reciprocal = false;       ///< times 1 / sum
  const Format* probabilities = nullptr;  ///< what multiplies v is rounded to it; nullptr: not rounded
  Masking masking = {};
};

/// Of some of a row's scores.
template <class Number>
struct Attended {
  std::vector<Number> o;
  Number lse = minus_infinity<Number>();
};

template <class Number>
class Attention {
 public:
  /// `columns` are those of v. `c` is scale * log2(e), and `scale` what the algorithms with base 2 have not
  /// multiplied scores by.
  Attention(const AttentionPlan& plan, const std::vector<std::vector<Number>>& columns, Number scale,
            Number c)
      : plan_(plan),
        columns_(columns),
        scale_(scale),
        power_(is_base2(plan_.algorithm) ? std::optional(c) : std::nullopt) {}

  Attended<Number> row(const std::vector<Number>& t) const {
    const std::size_t n = t.size(), length = (n + parts() - 1) / parts();
    if (parts() == 1 || n == 0) return part(t, 0, n);
    std::vector<Attended<Number>> all;
    for (std::size_t first = 0; first < n; first += length)
      all.push_back(part(t, first, std::min(first + length, n)));
    return combined(all);
  }

 private:
  bool is_online() const {
    return plan_.algorithm == SoftmaxAlgorithm::online || plan_.algorithm == SoftmaxAlgorithm::base2_online;
  }
  std::size_t parts() const { return static_cast<std::size_t>(plan_.parts); }

  Number weight(Number p) const {
    if (plan_.probabilities == &formats::fp16) return Number(wide(Half(wide(p))));
    if (plan_.probabilities == &formats::bf16) return Number(wide(Bfloat16(wide(p))));
    return p;
  }
  Number divided(Number x, Number sum) const { return plan_.reciprocal ? x * (Number(1) / sum) : x / sum; }

  Attended<Number> masked() const {
    return {masked_row<Number>(columns_.size(), plan_.masking), minus_infinity<Number>()};
  }

  Number products(const std::vector<Number>& weights, const std::vector<Number>& column,
                  std::size_t first) const {
    std::vector<Number> terms(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) terms[i] = weights[i] * column[first + i];
    return sum_of(std::span<const Number>(terms), plan_.order);
  }

  /// Scores [first, last), a block after the other.
  Attended<Number> part(const std::vector<Number>& t, std::size_t first, std::size_t last) const {
    Attended<Number> a{std::vector<Number>(columns_.size(), Number(0))};
    Running<Number> running;
    const std::size_t block = is_online() ? static_cast<std::size_t>(plan_.block) : last - first;
    for (std::size_t begin = first; begin < last; begin += block) {
      const auto scores = std::span<const Number>(t).subspan(begin, std::min(block, last - begin));
      const Number before = running.largest, here = largest_of(scores);
      if (before < here) running.largest = here;
      const bool shifts = plan_.algorithm != SoftmaxAlgorithm::unshifted;
      const Number shift = shifts ? shift_of(running.largest) : Number(0);
      std::vector<Number> terms;
      for (const Number x : scores) terms.push_back(power_(x, shift));
      const bool rescales = !(before == minus_infinity<Number>());
      const Number factor = rescales ? power_.factor(before, shift) : Number(1);
      running.sum = running.sum * factor + sum_of(std::span<const Number>(terms), plan_.order);
      for (Number& p : terms) p = weight(plan_.divides_weights ? divided(p, running.sum) : p);
      for (std::size_t c = 0; c < columns_.size(); ++c)
        a.o[c] = a.o[c] * factor + products(terms, columns_[c], begin);
    }
    if (running.sum == Number(0) && running.largest == minus_infinity<Number>()) return masked();
    if (!plan_.divides_weights) {
      for (Number& o : a.o) o = divided(o, running.sum);
    }
    const Number log_sum = logarithm(running.sum);
    if (plan_.algorithm == SoftmaxAlgorithm::unshifted) {
      a.lse = log_sum;
    } else {
      a.lse = (is_base2(plan_.algorithm) ? running.largest * scale_ : running.largest) + log_sum;
    }
    return a;
  }

  Attended<Number> combined(const std::vector<Attended<Number>>& all) const {
    std::vector<Number> lse;
    lse.reserve(all.size());
    for (const Attended<Number>& a : all) lse.push_back(a.lse);
    const Number largest = largest_of(std::span<const Number>(lse));
    if (all_masked_out(lse, largest, {})) return masked();
    std::vector<Number> weights;
    weights.reserve(lse.size());
    for (const Number l : lse) weights.push_back(exponential(l - shift_of(largest)));
    const Number sum = sum_of(std::span<const Number>(weights), plan_.order);
    Attended<Number> whole{std::vector<Number>(columns_.size(), Number(0)), largest + logarithm(sum)};
    for (std::size_t p = 0; p < all.size(); ++p) {
      // A part without scores has no weight, and its o may be NaN.
      if (lse[p] == minus_infinity<Number>()) continue;
      const Number w = plan_.by_lse ? exponential(lse[p] - whole.lse) : weights[p];
      for (std::size_t c = 0; c < columns_.size(); ++c) whole.o[c] = whole.o[c] + w * all[p].o[c];
    }
    if (!plan_.by_lse) {
      for (Number& o : whole.o) o = divided(o, sum);
    }
    return whole;
  }

  const AttentionPlan& plan_;
  const std::vector<std::vector<Number>>& columns_;
  Number scale_;
  Power<Number> power_;
};

}  // namespace ulpgate::host
