#pragma once

#include <string_view>
#include <vector>

#include "reports/diff/side.h"

namespace ulpgate::report {

/// One statistic of the errors of two samples, and the test of whether it moved.
struct Statistic {
  std::string_view what;  ///< "mean ulp error", "mean square of the ulp error", "distribution of ulps"
  double old_value = 0, new_value = 0;  ///< of the distribution: 0 and the largest distance
  double chance = 1;   ///< upper bound on the chance of such a distance between samples of one distribution
  bool moved = false;  ///< see mark_moved()
};

/// The statistics that both rows hold. Other inputs give other statistics: how far apart two samples of n and
/// m elements of one distribution come is bounded without knowing that distribution.
///
/// Mean e of errors |x| <= M with mean square r^2 (Bernstein's inequality for a sum of independent x_i / n,
/// each within (M + |e|) / n of its mean, and with -x_j / m for the other sample):
///   P(|e - e'| >= d) <= 2 exp(-(d^2 / 2) / (V + b d / 3)),
///   V = (r^2 - e^2) / n + (r'^2 - e'^2) / m,  b = max((M + |e|) / n, (M' + |e'|) / m).
/// Mean square: the same of x^2, which lies in [0, M^2] and so has a variance of at most r^2 (M^2 - r^2)
/// (Bhatia and Davis); b = max(M^2 / n, M'^2 / m).
/// Variances and largest errors are those of the samples.
/// Distribution: the largest distance D of the two cumulated histograms, by the inequality of Dvoretzky,
/// Kiefer and Wolfowitz with Massart's constant, half of the chance for each sample:
///   P(D >= t (1 / sqrt(n) + 1 / sqrt(m))) <= 4 exp(-2 t^2).
///
/// All three take elements to be independent. Elements of one matrix share operands, so a small chance is
/// evidence and no proof: no verdict follows from it.
std::vector<Statistic> statistics(const Entry& old_entry, const Entry& new_entry);

/// One false mark in a hundred comparisons, however many statistics they hold: a statistic moved where its
/// chance times the number of all statistics is at most this (Bonferroni).
inline constexpr double chance_of_a_false_mark = 0.01;

void mark_moved(std::vector<Statistic>& statistics, std::size_t all);

}  // namespace ulpgate::report
