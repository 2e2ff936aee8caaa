#pragma once
// The bound of `mma`: how far an element of D can be from x = c + sum a_k b_k (block scales included), and
// when it must be x itself.
//
// With a profile's entry: the steps' inequality (step_error.h), one step after the other, from |c| as the
// first accumulator (chain_error).
//
// Without one, what NVIDIA documents (PTX ISA, mma: "Element-wise multiplication ... is performed with at
// least single precision", accumulation likewise "at least single precision" for .f32 and "at least half
// precision" for .f16 alone; order, rounding and subnormal inputs are unspecified): p bits, see
// promised_precision. An addition errs by less than u = 2^(1 - p) of its result; several terms that are
// aligned and cut at once lose less than u of the largest term each. A leaf passes through at most n = 2 k +
// 2 of either, so with M = |c| + sum |a_k b_k|
//   |D - x| <= ((1 + u)^n - 1) (M + excess) + (1 + u)^n (S + n 2^emin),
// S the magnitudes of products and c with a subnormal operand, which may count as zeros, emin the smallest
// normal exponent of D, below which results may be flushed; excess as in step_error.h.
//
// Exact: every term is a multiple of 2^q, and nothing that an order of additions can meet needs more than is
// kept: largest exponent - F <= q, M <= 2^(q + f + 1) for a result of f fraction bits, and 2^q is no smaller
// than the smallest number of D (normal number, where subnormals are not promised).
//
// Integers are exact up to the range of int32.
//
// All is computed in double and multiplied by 1 + 2^-40, which covers its roundings.
#include <cstdint>
#include <span>
#include <vector>

#include "reference/bounds/step_error.h"
#include "reference/exact/exact.h"

namespace ulpgate {

/// Whose arithmetic an element is made by.
struct SumOfProducts {
  const ProfileEntry* entry = nullptr;  ///< nullptr: nothing but the documented promise
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* c = nullptr;
  const Format* d = nullptr;
};

/// Operands of one element, as codes: a row, a column, an accumulator.
struct MmaElement {
  std::span<const std::uint64_t> a;
  std::span<const std::uint64_t> b;
  std::uint64_t c = 0;
  std::span<const std::uint64_t> a_scales = {};  ///< one for each `scale_block` of k; empty: none
  std::span<const std::uint64_t> b_scales = {};
  int scale_block = 0;
  const Format* scale = nullptr;
};

struct MmaValue {
  Exact exact_value;   ///< x; operands that the entry flushes count as zeros
  double error = 0;    ///< |D - x| is at most this, where nothing overflows
  bool exact = false;  ///< D must be x
  bool may_overflow = false;
};

class MmaBound {
 public:
  /// `promises_subnormals`: without an entry, hold the implementation to counting subnormal numbers at their
  /// value. Throws std::invalid_argument where the entry does not take the formats.
  MmaBound(const SumOfProducts& sum, int k, bool promises_subnormals = false);

  /// Every operand must be finite.
  MmaValue evaluate(const MmaElement& element) const;

  /// What is known of the terms of one element.
  struct Terms {
    double magnitude = 0;         ///< M
    int quantum = 0;              ///< q
    int largest = 0;              ///< exponent that they are aligned by, subnormal operands as 2^emin
    bool has_subnormals = false;  ///< among products and c
  };
  /// Whether D must be x.
  bool is_exact(const Terms& terms) const;
  bool flushes_operands() const { return step_.flushes_operands; }
  bool flushes_accumulator() const { return flushes_accumulator_; }
  /// Whether block scales alone say what groups of products are aligned by.
  bool aligns_by_scales() const { return groups_; }

 private:
  struct Gathered;
  void add_products(const MmaElement& e, Gathered& g) const;
  void add_accumulator(std::uint64_t code, Gathered& g) const;
  double error_of(const Gathered& g) const;

  SumOfProducts sum_;
  std::vector<std::vector<int>> steps_;
  StepError step_;
  bool flushes_accumulator_ = false;
  bool keeps_subnormals_ = true;
  bool groups_ = false;      ///< scales alone align
  int kept_ = 0;             ///< F
  int result_fraction_ = 0;  ///< f
  int smallest_ = 0;         ///< exponent of the smallest number of D that is promised
};

/// Bits of the documented promise: 53 for fp64; 11 where C and D are fp16, and for operands of 8 bits or
/// fewer, whose sums the PTX ISA does not promise to be better than half precision; else 24. Never more than
/// D has.
int promised_precision(const Format& a, const Format& b, const Format& c, const Format& d);

/// F: fraction bits that no term loses below the largest exponent of a step.
int kept_bits(const SumOfProducts& sum);
/// Whole numbers whose magnitudes add up to at most 2^exact_bits(sum) round nowhere.
int exact_bits(const SumOfProducts& sum);

}  // namespace ulpgate
