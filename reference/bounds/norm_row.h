#pragma once
// The bounds of every y of a row at once: norm_element.h without its branches, for rows where nothing of what
// they are for happens.
#include <span>

#include "reference/bounds/norm_element.h"

namespace ulpgate {

/// Everything finite, and numbers of the accumulator.
struct NormRowTerms {
  std::span<const double> x = {}, gamma = {},
                          beta = {};  ///< gamma and beta may be empty, beta alone is for others
  bool centred = true;
  double mean = 0;  ///< rms_norm: 0
  bool mean_is_exact = true;
  double rstd = 0;  ///< as of NormElement
};

/// Puts what norm_element_bound gives, or up to 2^-45 of it more, into `bounds`. False, and nothing is said
/// of them, where a partial result may overflow or gamma is centred at zero.
bool norm_row_bounds(const RoundedSteps& steps, const NormErrors& errors, const NormRowTerms& row,
                     std::span<double> bounds);

}  // namespace ulpgate
