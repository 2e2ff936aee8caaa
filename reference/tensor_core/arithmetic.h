#pragma once
// What a matrix instruction does between its inputs and its outputs, as parameters.
//
// The parameters are those of the field's models of Tensor Cores, found by probing and confirmed on recorded
// outputs: M. Fasi, N. Higham, M. Mikaitis, S. Pranesh (PeerJ CS 7:e330, 2021); X. Li et al., FTTN (arXiv
// 2403.00232); P. Xie et al., FPRev and MMA-Sim (arXiv 2511.10909); F. Khattak, M. Mikaitis (arXiv
// 2512.07004). No vendor promises any of it: a parameter is an observation, and a profile says whose.
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate {

enum class Algorithm {
  fused_sum,           ///< fused_sum.h: products and accumulator aligned, cut, added exactly, rounded once
  grouped_scaled_sum,  ///< grouped_sum.h: exact sums of 16 products, scaled, then as fused_sum
  fma_chain,           ///< one fused multiply-add after the other, rounded to nearest even each
  integer_sum,         ///< exact products and sums in int32
  exact_sum,           ///< CDNA1: exact sum of products and accumulator, rounded to nearest even once
  pairwise_sum,        ///< CDNA2: fp32 additions of pairs, subnormals flushed everywhere
  two_stage_sum,       ///< CDNA3: products aligned and added, then aligned with the accumulator
};

/// How a term loses the bits below the last one that alignment keeps.
enum class Alignment { toward_zero, down, nearest_even };
enum class OutputRounding { toward_zero, nearest_even };
/// A result beyond the largest finite value after rounding; wrap is for integers.
enum class OverflowRule { infinity, saturate, wrap };
/// What a subnormal operand is to alignment: `unnormalised` keeps the smallest normal exponent, `normalised`
/// has the exponent of its leading bit, `flushed` is zero.
enum class SubnormalRule { unnormalised, normalised, flushed };
/// `fused`: one more term of the first step. `added_last`: the products are summed from +0, and the
/// accumulator is added by an ordinary addition, rounded to nearest even.
enum class AccumulatorUse { fused, added_last };
/// In which order an instruction takes its k: `ascending`, or `mod4`: first those with k mod 4 in {0, 1},
/// then those in {2, 3}.
enum class KOrder { ascending, mod4 };
/// The sign of a zero that a negative sum, not zero, was rounded to.
enum class NegativeUnderflow { negative_zero, positive_zero };

/// Exponents and fraction bits are of base 2. Which members count depends on `algorithm`.
struct Arithmetic {
  Algorithm algorithm = Algorithm::fused_sum;
  int products = 1;        ///< L: products that one step adds; a longer k is chained, lowest k first
  int fraction_bits = 23;  ///< F: a step keeps multiples of 2^(E - F), E the largest exponent among its terms
  int exponent_floor = 0;  ///< E is at least this
  Alignment alignment = Alignment::toward_zero;
  OutputRounding output_rounding = OutputRounding::toward_zero;
  int output_fraction_bits = 23;  ///< fraction bits that a result keeps; at most those of its format
  OverflowRule overflow = OverflowRule::infinity;
  NegativeUnderflow negative_underflow = NegativeUnderflow::negative_zero;
  /// Whether the exponent of a product is that of its leading bit; otherwise it is the sum of the exponents.
  bool products_normalised = false;
  SubnormalRule input_subnormals = SubnormalRule::unnormalised;
  SubnormalRule accumulator_subnormals = SubnormalRule::unnormalised;
  std::uint64_t nan_code = 0;  ///< every NaN result, in the output format
  AccumulatorUse accumulator_use = AccumulatorUse::fused;
  KOrder k_order = KOrder::ascending;
  const Format* scale_format = nullptr;  ///< block scales of A and B; nullptr: none
  int scale_block = 0;                   ///< consecutive k that share a scale
  int group = 16;                        ///< grouped_scaled_sum: products of an exact sum
  // two_stage_sum; `fraction_bits` is where the sum of products is cut when the accumulator joins.
  int product_fraction_bits = 24;
  int accumulator_fraction_bits = 24;
  int final_fraction_bits = 31;
  int product_groups = 1;  ///< 2: even and odd k are summed apart and then joined
  /// An accumulator below the last bit contributes 0 even where cutting down would make it -1 unit.
  bool small_accumulator_dropped = false;
};

}  // namespace ulpgate
