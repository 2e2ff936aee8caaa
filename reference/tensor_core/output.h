#pragma once
// From an exact sum to an output code.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "reference/formats/format.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// Rounds to the output format of an entry, keeping arithmetic.output_fraction_bits fraction bits: the bits
/// of a result below them are zero, and its subnormal range is as coarse as its normal range at the smallest
/// exponent. A truncated magnitude beyond the largest finite one is overflow like a rounded one (MMA-Sim;
/// Khattak and Mikaitis): 2^128 becomes infinity, and not the largest finite fp32.
class OutputRounder {
 public:
  OutputRounder(const Format& format, const Arithmetic& arithmetic);

  /// (-1)^negative * magnitude * 2^exponent. A magnitude of zero gives +0.
  std::uint64_t round(bool negative, std::uint64_t magnitude, int exponent) const;

  std::uint64_t nan() const { return nan_code_; }
  std::uint64_t infinity(bool negative) const { return infinity_ | (negative ? sign_ : 0); }

 private:
  int min_exponent_;
  int bias_;
  int kept_;      ///< fraction bits that are kept
  int padding_;   ///< zero bits below them
  bool nearest_;  ///< to even; else toward zero
  bool saturate_;
  bool negative_zero_;
  std::uint64_t infinity_;
  std::uint64_t largest_;
  std::uint64_t sign_;
  std::uint64_t nan_code_;
};

inline std::uint64_t OutputRounder::round(bool negative, std::uint64_t magnitude, int exponent) const {
  if (magnitude == 0) return 0;
  const int leading = 63 - std::countl_zero(magnitude) + exponent;
  const int binade = std::max(leading, min_exponent_);
  const int dropped = binade - kept_ - exponent;
  std::uint64_t kept = 0;
  if (dropped <= 0) {
    kept = magnitude << -dropped;
  } else if (dropped < 64) {
    kept = magnitude >> dropped;
    const std::uint64_t rest = magnitude & Format::ones(dropped);
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    if (nearest_ && (rest > half || (rest == half && (kept & 1) != 0))) ++kept;
  } else if (dropped == 64 && nearest_ && magnitude > std::uint64_t{1} << 63) {
    kept = 1;
  }
  // The hidden bit counts as one step of the exponent field; a carry out of the fraction does the same.
  const auto field = static_cast<std::uint64_t>(binade + bias_ - 1);
  const std::uint64_t code = ((field << kept_) + kept) << padding_;
  if (code >= infinity_) return (saturate_ ? largest_ : infinity_) | (negative ? sign_ : 0);
  if (code == 0 && !negative_zero_) return 0;
  return code | (negative ? sign_ : 0);
}

}  // namespace ulpgate
