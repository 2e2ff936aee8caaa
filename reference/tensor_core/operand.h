#pragma once
// Operands of sums, decoded once: a signed fixed-point significand and an exponent.
//
// A value is significand * 2^(exponent - fraction_bits). A normal number has 1 <= |significand| /
// 2^fraction_bits < 2; what a subnormal number has is a SubnormalRule. Zeros, infinities and NaN are marked
// by exponents far outside of any format, so that the largest exponent of a step says whether it has any.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/formats/format.h"
#include "reference/tensor_core/arithmetic.h"

namespace ulpgate {

struct Operand {
  static constexpr std::int32_t zero_exponent = -(1 << 20);
  static constexpr std::int32_t infinity_exponent = 1 << 24;
  static constexpr std::int32_t nan_exponent = 1 << 26;
  /// A sum of two exponents is above this iff one of them is of an infinity or a NaN.
  static constexpr std::int32_t special_limit = 1 << 23;

  std::int32_t significand = 0;  ///< infinities: 1 or -1
  std::int32_t exponent = zero_exponent;

  bool is_special() const { return exponent > special_limit; }
  bool is_nan() const { return exponent > 2 * infinity_exponent; }
};

/// Operands side by side.
struct OperandSpan {
  const std::int32_t* significands;
  const std::int32_t* exponents;

  Operand operator[](int k) const { return {significands[k], exponents[k]}; }
  OperandSpan from(std::ptrdiff_t k) const { return {significands + k, exponents + k}; }
};

/// Memory for them.
struct Operands {
  std::vector<std::int32_t> significands;
  std::vector<std::int32_t> exponents;

  explicit Operands(std::size_t count) : significands(count), exponents(count) {}
  void resize(std::size_t count) {
    significands.resize(count);
    exponents.resize(count);
  }
  void set(std::size_t k, const Operand& x) {
    significands[k] = x.significand;
    exponents[k] = x.exponent;
  }
  OperandSpan from(std::size_t k) const { return {significands.data() + k, exponents.data() + k}; }
};

class OperandDecoder {
 public:
  /// A floating format of at most 32 bits with at most 23 significand bits.
  OperandDecoder(const Format& format, SubnormalRule subnormals);

  /// Bits that do not belong to the format are ignored; tf32's padding is one of them, which is how the
  /// instructions read an fp32 word (PTX ISA, wgmma).
  Operand decode(std::uint64_t code) const {
    return table_.empty() ? compute(code) : table_[code & table_mask_];
  }
  int fraction_bits() const { return format_.significand_bits; }

 private:
  Operand compute(std::uint64_t code) const {
    const std::uint64_t field = (code & magnitude_mask_) >> format_.padding_bits;
    const std::uint64_t biased = field >> format_.significand_bits;
    // What is neither of the extreme exponents is a normal number in every format.
    if (biased - 1 >= normal_exponents_) return special_or_subnormal(code);
    const auto magnitude = static_cast<std::int32_t>((field & (hidden_bit_ - 1)) | hidden_bit_);
    const bool negative = (code & sign_mask_) != 0;
    return {negative ? -magnitude : magnitude, static_cast<std::int32_t>(biased) - format_.bias};
  }
  Operand special_or_subnormal(std::uint64_t code) const;

  Format format_;
  SubnormalRule subnormals_;
  // Of the format, since this is called for every sum.
  std::uint64_t magnitude_mask_, sign_mask_, hidden_bit_, normal_exponents_;
  std::uint64_t table_mask_ = 0;
  std::vector<Operand> table_;  ///< every code of formats up to 8 bits
};

}  // namespace ulpgate
