#pragma once
// The bound of softmax and log-softmax, before the result is rounded to its format.
//
// Notation: z_j exact logits, m the largest, d_j = z_j - m, v_j = e^d_j, S = sum v_j, y_i = v_i / S; u = 2^-p
// and h(x) half an ulp at x, of the accumulator. n counts logits above -infinity: the others add exactly 0.
//
// Arguments. z_j is off by e_j: reading x and the mask (nothing where the format holds them), the rounded
// product with scale, the rounded sum with the mask. Whatever number is subtracted cancels in y, so the
// computed maximum's own error does not matter; the subtraction rounds by h(|d_j| + e_j + max e), by nothing
// where z and d_j are held by the format. a_j is the sum of both. base2: c and the scale in it are off by 2 u
// (3 u where the format does not hold scale), x c - m c by 2 u |d_j|, and the fused operation's argument, at
// most |d_j| log2 e + u |m c|, is rounded by h of that; the rounding of m c is common to a row and cancels.
//
// Exponentials. |v'_j - v_j| <= A_j = v_j (e^a_j - 1) + E ulps of the largest result possible, a quantum or
// what flushing takes below the normal range; 0 where the argument is 0 for sure, since e^0 is 1 (C, annex F;
// PTX ex2.approx). unshifted: v_j stands for e^z_j / e^m, and A_j likewise. online: over B logits a block
// there are K = ceil(n / B) - 1 rescalings, by exponentials whose arguments and errors telescope to |d_j|: u
// |d_j|, and E + slope |d_j| ulps once more, E ulps for each of the others; a rounding for each product;
// underflow of a product or of its factor takes at most n quanta from S. A row of one block is not rescaled.
//
// Quotient. With exact sums of what was computed, |v'_i / S' - y_i| = |v'_i S - v_i S'| / (S S') <= (A_i +
// y_i A) / S', A = sum A_j, and S' is at least S - A, and at least 1 where the maximum itself is subtracted
// (e^-max e: as m counts). The exponential of the numerator may be another than that of the sum. Sums of
// numbers >= 0 never exceed their total, so n - 1 additions in any order add (n - 1) u times the computed
// total: g; the growth of n - 1 + K roundings in online algorithms. Then the division by its claim.
//
// log-softmax. log S' is off by the same as a logarithm, log(1 + A / S), log(S / S') and g, by what
// log's claim says, in base2 by the rounding of m c. subtract adds a_i, lse adds e_i and the rounding of m +
// log S; of_softmax the relative error of softmax.
//
// through_logarithm: y is the exponential of a rounded log-softmax (subtract), off by a = what that is off,
// its last rounding included: y (e^a - 1) + E ulps, in place of the quotient. Nothing is wrong where the
// argument is 0 for sure.
//
// The last operation's rounding is the output's own where y has the accumulator's format, and then not
// counted.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "reference/bounds/accumulator_error.h"
#include "reference/bounds/row_arithmetic.h"
#include "reference/bounds/softmax_isa.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// Of a row that is neither masked nor scaled, whose logits are finite and differ by at most largest_exponent
/// (exponential.h): of |x| as RowRange has it, and the largest |d_j|.
struct PlainLogits {
  std::int64_t largest = 0, smallest = 0;
  std::uint64_t significands = 0;
  double farthest = 0;
};

/// What the bound needs to know of a row with a finite logit and none above.
struct SoftmaxTerms {
  std::span<const double> x = {}, mask = {};  ///< mask is empty where there is none
  std::span<const std::uint8_t> masked = {};  ///< likewise
  double scale = 1;
  bool scaled = false;                   ///< scale is multiplied by, even if it is 1
  double largest = 0;                    ///< m
  std::span<const double> differences;   ///< d_j rounded to double; -infinity where z_j is
  std::span<const double> rests;         ///< what d_j is more than that, if anything
  std::span<const double> exponentials;  ///< v_j, rounded
  double sum = 1;                        ///< S, rounded
  std::optional<PlainLogits> plain = {};
  const Format* y = nullptr;  ///< nullptr, or where the output rounds otherwise than to nearest
                              ///< even: the last rounding is counted
};

/// What other bounds are made of, in the notation above; exponentials are relative to e^m.
struct SoftmaxErrors {
  bool unknown = false;            ///< anything may come out
  bool keeps_the_largest = false;  ///< the computed maximum itself is subtracted
  std::span<const double> terms;   ///< A_j
  double total = 0;                ///< A, and what rescaling may lose of the sum
  double growth = 0;               ///< g
  double smallest_sum = 1;         ///< at least this is left of S
  double unit = 1;                 ///< what 1 stands for: e^m where unshifted
  double slack = 0;                ///< how far the computed maximum may be from m
  double count = 0;                ///< logits above -infinity
  double rescalings = 0;           ///< K
  double most = 0;                 ///< largest |z_j|
  double farthest = 0;             ///< largest |d_j|
  double shared_shift = 0;         ///< of base2: rounding of m c, as an exponent of e
};

class SoftmaxBound {
 public:
  /// Keeps the spans. Throws std::invalid_argument where the claims have no bound.
  SoftmaxBound(const SoftmaxTerms& terms, const RowArithmetic& arithmetic);

  RowBound softmax(std::size_t i) const;
  RowBound log_softmax(std::size_t i) const;
  /// Of log S' - log S: what log of the computed sum is off.
  RowBound log_sum() const { return log_sum_; }
  /// Of v'_i / S' - y_i before anything else is rounded.
  RowBound before_division(std::size_t i) const;

  /// softmax() or log_softmax() of every logit, none of which overflows, or up to 2^-45 of them more, where
  /// nothing unusual happens in the row; else nullptr. Nothing else may be asked for afterwards.
  std::unique_ptr<double[]> take_bounds(bool log);

  SoftmaxErrors errors() const {
    return {unknown_,
            keeps_the_largest(),
            {errors_.get(), t_.x.size()},
            total_error_,
            growth_,
            smallest_sum_,
            unit_,
            slack_,
            count_,
            rescalings_,
            most_,
            farthest_,
            shared_shift_};
  }
  const AccumulatorError& accumulator() const { return acc_; }
  /// By way of log-softmax.
  RowBound exponential_of_log(std::size_t i) const;
  /// Of a logarithm of that size.
  double log_error(double magnitude) const;
  /// e_i, with the scale multiplied by, whatever the algorithm of exponentials does.
  double logit_error(std::size_t i) const;
  /// What the rounded division of y_i, off by `error`, is off then; `last` where nothing follows it.
  double after_division(double y, double error, bool last) const;

 private:
  struct Argument {
    double error = 0;  ///< a_j
    double size = 0;   ///< at least its magnitude, to the base of the exponential
  };
  bool is_gone(std::size_t i) const;
  bool is_base2() const;
  bool rescales() const;
  bool keeps_the_largest() const;
  double exponent_input_error(std::size_t i) const;
  double subtraction_error(std::size_t i) const;
  Argument argument(std::size_t i) const;
  double find_exponential_error(std::size_t i) const;
  double plain_exponential_error(std::size_t i) const;
  void find_smallest_sum();
  RowBound find_log_sum() const;
  void study_logits();
  void study_base2();
  void add_up();
  bool add_up_plainly();
  softmax_loops::Row loop_row() const;

  SoftmaxTerms t_;
  RowArithmetic a_;
  AccumulatorError acc_;
  bool rounds_last_;
  bool unknown_ = false;      ///< anything may come out
  bool exact_logits_ = true;  ///< e_j is 0 for all j
  double slack_ = 0;          ///< how far the computed maximum may be from m
  double count_ = 0;          ///< logits above -infinity
  double most_ = 0;           ///< largest |z_j| of these
  double farthest_ = 0;       ///< largest |d_j| of these
  double rescalings_ = 0;     ///< K
  double scale_error_ = 0;    ///< of base2: relative error of c
  double shared_shift_ = 0;   ///< of base2: rounding of m c, as an exponent of e
  double shift_ = 1;          ///< factor that computed exponentials may have in common, or its inverse
  double unit_ = 1;           ///< what v_j = 1 stands for: e^m where unshifted
  double total_error_ = 0;    ///< sum of A_j, and rescaling's underflow
  double growth_ = 0;         ///< g
  double smallest_sum_ = 1;   ///< at least this much is left of the computed sum
  double inverse_sum_ = 1, inverse_smallest_sum_ = 1;
  double log_of_sum_ = 0;  ///< log S
  RowBound log_sum_;
  bool is_plain_ = false;             ///< errors_ are by the loops
  softmax_loops::Steps steps_{};      ///< of loops
  std::unique_ptr<double[]> errors_;  ///< A_j
};

}  // namespace ulpgate
