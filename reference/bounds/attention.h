#pragma once
// The bound of attention's output and of its log-sum-exp, before they are rounded to their formats.
//
// Notation as in softmax.h: P_i = e^d_i, S = sum P_i, A_i the error of P_i, A of their sum, g its growth, K
// rescalings; o = sum P_i v_i / S for one column of v, V = sum |v_i| P_i / S.
//
// Output. With exact sums of what was computed, |N / S' - o| <= (sum |v_i| A_i + |o| A) / S', S' and g as of
// softmax. Rounding probabilities is a factor of 1 + u_p on each |v_i| P_i, and on S where those are added
// up; a product, the additions, K rescalings and the division are factors of 1 / (1 - u) on V, since in every
// order a term passes through each addition at most once. Weights that are divided first are as far off: a
// quotient each, where there was one. Where weights, quotients or products fall below the normal range, a
// quantum's half (all, where flushed) for each; a rescaling factor there is off by exp's ulps of the smallest
// normal number, for all that is added up so far, which is at most sum |v_i|.
//
// Split in parts. Those have their own maxima, m_p <= m: a part's P_i has the relative error of an argument
// that is no larger, and units in the last place that are twice as large for it, at most: 2 A_i. lse_p = m_p
// + log S'_p is computed, and e^lse_p weighs N_p / S'_p: S'_p cancels but for T, what the logarithm (of 1 to
// n), the sum with m_p (scaled, and m_p c rounded, in base2), a difference and an exponential take. Weights
// off by T move a weighted mean by at most T (V + |o|); those below the normal range by their absolute error
// times (max |v| + |o|). Where weights are e^(lse_p - lse), and nothing is divided by their sum, what that
// lse's logarithm and sum with M take counts for |o|, too. Products, additions and a division more.
//
// lse = m + log S has the error of log S (softmax.h), where the computed maximum's own cancels, and the sum's
// rounding; of parts, log sum e^(lse_p - M) has T beside 2 A, and a logarithm and a sum more.
//
// A row with one logit above -infinity and nothing but e^0 in it is exact.
#include <span>

#include "reference/bounds/softmax.h"

namespace ulpgate {

class AttentionBound {
 public:
  /// Keeps references to both. Throws std::invalid_argument where the claims have no bound.
  AttentionBound(const SoftmaxTerms& logits, const SoftmaxBound& softmax, const RowArithmetic& arithmetic);

  /// `v` is a column, finite wherever a logit is above -infinity; `o` the exact output, rounded.
  RowBound output(std::span<const double> v, double o) const;
  /// `format` is that of lse, where it is rounded to nearest even; nullptr: not known.
  RowBound lse(const Format* format) const;
  /// Whether a weight may be 0 though the exact one is not: it multiplies infinity to NaN then.
  bool may_vanish(std::size_t i) const;

 private:
  struct Column;
  Column study(std::span<const double> v) const;
  bool is_one_logit() const;
  double division_error() const;
  double weight_error() const;
  double error_of_lse() const;
  double of_rounded_sum() const;
  double of_last_logarithm() const;

  const SoftmaxTerms& t_;
  const SoftmaxBound& softmax_;
  RowArithmetic a_;
  SoftmaxErrors e_;
  AccumulatorError acc_, probabilities_;
  bool is_split_;
  double doubled_ = 1;           ///< factor of A_i and A
  double off_sum_ = 0;           ///< A and the rounding of what is added up
  double smallest_sum_ = 1;      ///< at least this is left of S
  double growth_ = 0;            ///< g
  double lift_ = 1;              ///< by which what underflows is larger in terms of S
  double lost_factor_ = 0;       ///< absolute error of a factor below the normal range; 0 where none is
  double part_weight_ = 0;       ///< T / (1 - T)
  double of_probabilities_ = 0;  ///< relative, of S where rounded probabilities are added up
};

}  // namespace ulpgate
