#pragma once
// The bound of `gemm`: how far D, before it is rounded to its format, can be from
// x = alpha * s * sum a_k b_k + beta * c + bias  (s: scales of whole operands, applied to the sum)
// when an implementation sums as it claims. Rigorous for every order that the claims allow.
//
// Notation: M >= sum |a_k b_k|, T = |alpha s| M + |beta c| + |bias|, u = 2^-p the unit round-off of the
// accumulator.
//
// Rounded additions, any order. Each leaf of the expression passes through at most n roundings, each of which
// multiplies by 1 + delta, |delta| <= u: K - 1 additions, its own product (where the product of the formats
// does not fit the accumulator), alpha and scales, the multiplication and addition of beta c, the bias, and a
// store of each part in the format of partials. So |error| <= ((1 + u)^n - 1) T (N. Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., 3.1 and 4.2). Additions do not underflow; each of the at most
// 2 K + 3 multiplications adds half the smallest subnormal, times (1 + u)^n.
//
// Matrix instructions, any order: a product passes through at most D = ceil(part / k) * steps steps, where a
// step is that of step_error.h, and R additions in fp32, so with theta = (1 + cut)(1 + spread)(1 + rounding)
//   |sum - x| <= (theta^D (1 + 2^-24)^R (1 + u_partials)^parts - 1) M + U,
//   U = theta^D (number of steps) (absolute + cut * (excess + floor)).
// A part is K / split_k, or `promotion` where that is less. The epilogue is then a rounded expression as
// above, in fp32 (in the accumulator's format where that is narrower).
//
// Matrix instructions, ascending: the steps' inequality is evaluated one after the other with the exact sum
// of the products so far, which is what the accumulator holds up to the error so far (chain_error): sharper,
// and for accumulators of few bits the only useful bound where k is long. Promotion restarts the chain, and
// adds its result in fp32, with the same knowledge.
//
// No error at all: where every product is a multiple of 2^q, and no partial sum in any order can need more
// than the accumulator's p bits above it, M <= 2^(q + p), nothing rounds; instructions must also keep 2^q
// when they align by the largest exponent.
//
// Operands that are first rounded to a narrower format, faithfully, move by less than an ulp each:
// (1 + d)^2 - 1 of M, with d = 2^-f, and the quantum of the format in its subnormal range (its smallest
// normal number, where subnormals are flushed). Beyond its largest number they may become that or infinity:
// no bound. Operands that the format holds do not move.
//
// Scales of whole operands and alpha are taken to be applied to the sum one after the other, or their product
// to it; where such a product of factors alone leaves the normal range on the way (a_scale tiny, b_scale
// huge), its underflow is not in the bound.
//
// Scales of blocks, where additions are rounded one by one: they multiply operands, products or the sums of a
// block, one after the other or as their product, rounded in the accumulator's format. Every leaf passes
// through two more roundings, and M is that of scaled products. What underflows in a product or in one of its
// multiplications by scales, half the smallest subnormal each, may still be multiplied by the largest scales:
// S = max(1, s_a) max(1, s_b). (Where s_a s_b alone underflows, see above.) Nothing rounds where M <=
// 2^(q + p), 2^q what scaled products are multiples of: each number on the way is a multiple of 2^q over the
// scales that are yet to come, which are at least the units that were counted for them, as long as 2^q / S
// is a number of the accumulator.
//
// All is computed in double; every result is multiplied by 1 + 2^-40, which covers the fewer than 2^12
// roundings of its evaluation.
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "reference/bounds/step_error.h"
#include "reference/formats/format.h"

namespace ulpgate {

/// How an implementation sums, by its claims.
struct GemmArithmetic {
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* d = nullptr;
  /// Format of rounded additions, or the output format of `instruction`.
  const Format* accumulator = nullptr;
  std::optional<StepError> instruction;
  int instruction_k = 1;
  bool ascending = false;
  std::int64_t split_k = 1;
  bool stores_partials_in_d = false;
  std::int64_t promotion = 0;  ///< 0: never
  const Format* inputs =
      nullptr;                    ///< what operands are rounded to first; nullptr: they are taken as they are
  bool flushes_operands = false;  ///< subnormal operands count as zeros, after that rounding too
  bool scales_operands = false;   ///< scales of whole operands, applied to the sum
  bool scales_blocks = false;     ///< scales of blocks, applied between rounded additions

  /// Formats of what is multiplied.
  const Format& multiplied_a() const { return inputs != nullptr ? *inputs : *a; }
  const Format& multiplied_b() const { return inputs != nullptr ? *inputs : *b; }
};

inline constexpr int no_quantum = std::numeric_limits<int>::min() / 2;

/// What a bound needs to know of one element of D. Magnitudes are upper bounds, and finite.
struct GemmTerms {
  std::int64_t k = 0;
  double magnitude = 0;         ///< M
  int quantum = no_quantum;     ///< every product is a multiple of 2^quantum
  double excess = 0;            ///< subnormal_excess()
  double largest = 0;           ///< max |a_k b_k|, subnormal operands as 2^emin
  double a_sum = 0, b_sum = 0;  ///< sums of magnitudes along k
  double a_largest = 0, b_largest = 0;
  bool operands_fit = false;  ///< arithmetic.inputs holds every operand, so that none is changed
  double alpha = 1;           ///< |alpha|
  double scale = 1;           ///< |s|
  double block_scale = 1;     ///< S, of scales of blocks, which the terms hold
  double unscaled = 0;        ///< at least sum |a_k b_k| without them
  bool adds_c = false;
  double addend = 0;  ///< |beta c|
  int addend_quantum = no_quantum;
  bool addend_is_exact = true;  ///< beta is 0 or a power of two: the product does not round
  bool adds_bias = false;
  double bias = 0;
  int bias_quantum = no_quantum;
};

/// Products that one step takes.
struct ChainBlock {
  double magnitude = 0;  ///< at least sum |a_k b_k|
  double largest = 0;    ///< at least max |a_k b_k|; `magnitude` where nothing less is known
  double sum = 0;        ///< sum a_k b_k, within magnitude * 2^-40; `magnitude` where signs are not known
  int k = 0;             ///< products
};

struct GemmBound {
  double error = 0;
  /// Partial results may leave the range of a format on the way, so infinities and NaN are no proof of a
  /// fault.
  bool may_overflow = false;
};

/// `blocks`, where given, are what each step takes, min(instruction->products, instruction_k) products in the
/// instruction's own order, for arithmetic.ascending with an instruction; a block ends where an instruction
/// does, and where the sum is promoted. Throws std::invalid_argument where the claims have no bound.
GemmBound gemm_bound(const GemmArithmetic& arithmetic, const GemmTerms& terms,
                     std::span<const ChainBlock> blocks = {});

/// |sum - (c + sum a_k b_k)| after a chain of steps from c = `accumulator` through consecutive blocks.
/// `steps_per_instruction` matters where the accumulator joins last.
double chain_error(const StepError& step, std::span<const ChainBlock> blocks, int steps_per_instruction,
                   double excess, double accumulator = 0);

/// |sum - sum a_k b_k| after at most `depth` steps in any order, `steps` in all.
double tree_error(const StepError& step, std::int64_t depth, std::int64_t steps, int steps_per_instruction,
                  double magnitude, double excess);

}  // namespace ulpgate
