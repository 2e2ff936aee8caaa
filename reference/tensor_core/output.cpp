#include "reference/tensor_core/output.h"

#include <algorithm>
#include <bit>

namespace ulpgate {

OutputRounder::OutputRounder(const Format& format, const Arithmetic& arithmetic)
    : min_exponent_(format.min_exponent()),
      bias_(format.bias),
      kept_(arithmetic.output_fraction_bits),
      padding_(format.significand_bits - arithmetic.output_fraction_bits),
      nearest_(arithmetic.output_rounding == OutputRounding::nearest_even),
      saturate_(arithmetic.overflow == OverflowRule::saturate),
      negative_zero_(arithmetic.negative_underflow == NegativeUnderflow::negative_zero),
      infinity_(infinity_magnitude(format)),
      largest_((max_finite_magnitude(format) >> padding_) << padding_),
      sign_(format.sign_mask()),
      nan_code_(arithmetic.nan_code) {}

std::uint64_t OutputRounder::round(bool negative, std::uint64_t magnitude, int exponent) const {
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
