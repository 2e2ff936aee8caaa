#pragma once
// The bounds of cross entropy and of its gradient, before the output is rounded to its format.
//
// Notation as in softmax.h and oracles/cross_entropy.h; E_c is the bound of log-softmax at c with its own
// last rounding, L the loss of a row.
//
// Loss. With s = 0 it is -log p_t: E_t, without the last rounding where nothing follows and the loss has the
// accumulator's format. Else each of the n + 1 terms is off by its E_c, and passes through at most n
// additions and 6 roundings of its coefficient (s read, 1 - s, s / n, products). Logarithms and differences
// from the maximum have one sign, so magnitudes add up to L in every order and grouping:
//   (1 - s) E_t + (s / n) sum E_c + ((1 + u)^(n + 6) - 1) (L + these), and 2 n + 2 products' underflow.
// Where claim log_softmax is lse, logits may be added up unshifted: |z_t|, |z_c| and |m + log S| join L.
// Reduction: R - 1 additions, and of a mean what its division takes by the claim (rounded_steps.h: one
// rounding, none by a power of two, two where it is by a reciprocal; one more where the accumulator does not
// hold the number), upon the sum of losses and of their errors, whether losses are divided first or their sum
// is. The last of these roundings, or the addition before an exact division, is the output's own where the
// loss has the accumulator's format, and then not counted; a division that is only within some ulps has none.
//
// Gradient. p_c is off by F: softmax as a quotient, or as the exponential of log-softmax, whichever is more.
// Then a difference from q_c, off by 4 u of itself where s is not 0, and products with g, of the difference
// or of both parts, and one with the reciprocal of the number of rows:
//   |g| (F + h(|p - q| + F) + 5 u (p + q)), reading g, the product's rounding and the division's upon all,
//   and products' underflow.
#include <cstdint>

#include "reference/bounds/softmax.h"

namespace ulpgate {

struct CrossEntropyTerms {
  std::size_t target = 0;
  double smoothing = 0;
};

/// Of the loss of one row; `loss` is L.
RowBound cross_entropy_row_bound(const SoftmaxBound& row, const SoftmaxTerms& logits,
                                 const RowArithmetic& arithmetic, const CrossEntropyTerms& terms,
                                 double loss);

/// Of the sum of so many losses, or of their mean; `total` is their sum, `errors` that of their bounds.
/// `output` is the loss's format, where it is rounded to nearest even; nullptr: not known.
RowBound cross_entropy_reduced_bound(const RowArithmetic& arithmetic, std::int64_t rows, std::int64_t counted,
                                     double total, double errors, const Format* output);

/// Of g (p_c - q_c); q = q_c.
RowBound cross_entropy_gradient_bound(const SoftmaxBound& row, const SoftmaxTerms& logits,
                                      const RowArithmetic& arithmetic, const CrossEntropyTerms& terms,
                                      std::size_t c, double q, double dloss, std::int64_t counted);

}  // namespace ulpgate
