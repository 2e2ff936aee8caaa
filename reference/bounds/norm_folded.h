#pragma once
// The bound of one element of layer_norm as x a + b, by claim folded: a = rstd gamma and b = beta - mean a,
// each operation rounded, or fused with the next.
//
// Notation of norm_element.h; k roundings of gamma itself (formats; 1 + gamma), R the largest that the
// computed rstd can be, A = |gamma| R (1 + g(k + 1)) the largest |a'|, M = |m| + E. What is computed is
//   ((x a' (1 + e4)) + (beta - m' a' (1 + e2)) (1 + e3)) (1 + e5),
// where both products have the same a', and (x - m') a' is off from (x - m) gamma r by
//   d |gamma| (|r' - r| + g(k + 1) R) + E A.
// The roundings take beside it: u |x| A of the first product, u M A of the second, u (|beta| + M A (1 + u))
// of the difference, u of the result; reading beta and x. A fused operation leaves one of them out. Nothing
// cancels where x is the mean: an error of u |m| A stays, so that a folded row with a large mean has the
// condition |m| / sqrt(v + eps) in its results, not in the mean's error alone. eta terms: of a, for d + E; of
// both products.
#include "reference/bounds/norm_element.h"

namespace ulpgate {

RowBound folded_bound(const RoundedSteps& steps, const NormErrors& errors, const NormElement& element);

}  // namespace ulpgate
