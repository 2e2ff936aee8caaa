#pragma once
// The core step of a Tensor Core: products and accumulator are aligned to the largest exponent among them,
// cut, added exactly and rounded once.
//
//   E = max(exponent_floor, exponents of all terms that are not zero)
//   S = sum of the terms, each cut to a multiple of 2^(E - fraction_bits)
//   D = S rounded to the output format; +0 where S = 0
//
// The exponent of a product is the sum of its operands' exponents, whatever the product of their significands
// (1.5 * 1.5 has exponent 0), unless products_normalised. NaN: any NaN operand, 0 * infinity, infinities of
// both signs among products and accumulator; every NaN result is nan_code. A product never overflows.
// S never does either: each term is below 2^(F + 2) units, with F <= 40 and L <= 64.
// Source of the procedure: MMA-Sim (arXiv 2511.10909) and Khattak and Mikaitis (arXiv 2512.07004), described
// in our own words; confirmed on recorded hardware (fixtures/profiles/README.md).
#include <cstdint>

#include "reference/tensor_core/fused_terms.h"
#include "reference/tensor_core/operand.h"
#include "reference/tensor_core/output.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate {

class FusedSum {
 public:
  /// The entry's algorithm must be fused_sum, and the entry must pass check_entry.
  FusedSum(const ProfileEntry& entry, const Format& a, const Format& b);

  const OperandDecoder& a_decoder() const { return a_; }
  const OperandDecoder& b_decoder() const { return b_; }

  /// One instruction: k operands in the order in which it takes them. The first `products` of them and the
  /// accumulator make the first step; the result of a step, rounded to the output format, is the accumulator
  /// of the next. Codes of the accumulator's and of the output format.
  std::uint64_t chain(OperandSpan a, OperandSpan b, int k, std::uint64_t accumulator) const;

 private:
  using Step = std::uint64_t (FusedSum::*)(OperandSpan, OperandSpan, int, const OperandDecoder&,
                                           std::uint64_t) const;
  template <Alignment alignment, bool normalised>
  std::uint64_t step(OperandSpan a, OperandSpan b, int count, const OperandDecoder& decoder,
                     std::uint64_t accumulator) const;
  std::uint64_t special(OperandSpan a, OperandSpan b, int count, const Operand& c) const;
  std::uint64_t vector_step(OperandSpan a, OperandSpan b, int count, const OperandDecoder& decoder,
                            std::uint64_t accumulator) const;
  template <Alignment alignment>
  std::uint64_t finish(const OperandDecoder& decoder, const Operand& c, int largest, std::int64_t sum) const;
  static Step choose(const Arithmetic& arithmetic);

  OperandDecoder a_;
  OperandDecoder b_;
  OperandDecoder first_;  ///< the accumulator of the first step
  OperandDecoder next_;   ///< that of the others
  OutputRounder rounder_;
  Step step_;
  detail::FusedTermsFunction vector_terms_ = nullptr;  ///< where the arithmetic allows for it
  int products_;
  int fraction_bits_;
  int floor_;
  bool added_last_;
  Format output_;
  Format accumulator_;
};

}  // namespace ulpgate
