#pragma once
// What one step of a matrix instruction can do to a sum.
//
// A step takes an accumulator c and `products` products p_k and returns d with
//
//   |d - (c + sum p_k)| <= cut * (max(|c|, max |p_k|) + excess + floor) + spread * (|c| + sum |p_k|)
//                          + rounding * |S| + absolute,         |S - (c + sum p_k)| <= the first two terms
//
// Derivation for fused_sum (fused_sum.h): every term is cut to a multiple of 2^(E - F), so it loses less than
// that; 2^E <= max(|c|, |p_k|, floor), because a normal product a * b has |a * b| >= 2^(e_a + e_b), and a
// subnormal operand, which is aligned by the smallest normal exponent, exceeds it by at most `excess` (see
// subnormal_excess). The term with the largest exponent loses nothing where F is at least its fraction bits:
// then n = products terms lose, else n = products + 1. Cut to nearest they lose half of it. So
// cut = n * 2^-F. Rounding the sum toward zero to f fraction bits costs less than 2^-f |S|, to nearest
// 2^-(f + 1) |S|; below the normal range the quantum of the output, or half of it, which is `absolute`.
// grouped_scaled_sum: the same with one term a group, aligned by the exponents of the scales (`excess` is
// then the largest product of scales). exact_sum: only the last rounding. fma_chain: a step of one product,
// rounded once. pairwise_sum (CDNA2): a rounding for the product, one for each level of pairs and one for the
// chain, each of which may also flush a number below 2^-126. two_stage_sum (CDNA3): the products are cut,
// their sums are floored when groups join and when the accumulator joins, which is cut too; then one
// rounding.
#include "reference/tensor_core/profile.h"

namespace ulpgate {

struct StepError {
  int products = 1;
  double cut = 0;
  double spread = 0;
  double rounding = 0;
  double absolute = 0;
  double floor = 0;  ///< 2^exponent_floor, or of the accumulator's smallest normal exponent if larger
  /// The accumulator joins at the end of an instruction by one addition, rounded to nearest with this error
  /// (added_last); 0: it is part of the first step.
  double last_addition = 0;
  bool flushes_operands = false;  ///< subnormal operands count as zeros, so the exact sum must leave them out
  /// Sums lose nothing where all terms are multiples of 2^q, 2^q is kept by an alignment that keeps
  /// `kept_bits` below the largest exponent, sums fit `precision` bits above 2^q, and q is not below
  /// `lowest`.
  int kept_bits = 1 << 20;
  int precision = 0;
  int lowest = 0;
  bool exact = false;  ///< integers: no error at all, up to wrapping
};

/// Of an entry on one pair of input formats. Throws std::invalid_argument where the entry does not take them.
StepError step_error(const ProfileEntry& entry, const Format& a, const Format& b);

/// Steps of one instruction with k products.
int steps_of(const StepError& step, int instruction_k);

/// By how much the exponent of a product may overstate its magnitude: subnormal operands count as 2^emin.
/// `a_largest` and `b_largest` are the largest magnitudes that meet; 0 where neither side has subnormals.
double subnormal_excess(const Format& a, bool a_has_subnormals, double a_largest, const Format& b,
                        bool b_has_subnormals, double b_largest);

}  // namespace ulpgate
