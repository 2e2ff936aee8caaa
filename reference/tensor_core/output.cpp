#include "reference/tensor_core/output.h"

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

}  // namespace ulpgate
