#include "reference/tensor_core/operand.h"

#include <bit>

#include "reference/formats/decode.h"

namespace ulpgate {

OperandDecoder::OperandDecoder(const Format& format, SubnormalRule subnormals)
    : format_(format),
      subnormals_(subnormals),
      magnitude_mask_(format.magnitude_mask()),
      sign_mask_(format.sign_mask()),
      hidden_bit_(std::uint64_t{1} << format.significand_bits),
      normal_exponents_(Format::ones(format.exponent_bits) - 1) {
  if (format.width() > 8) return;
  std::vector<Operand> table;
  for (std::uint64_t code = 0; code < format.code_count(); ++code)
    table.push_back(special_or_subnormal(code));
  table_mask_ = format.code_count() - 1;
  table_ = std::move(table);
}

Operand OperandDecoder::special_or_subnormal(std::uint64_t code) const {
  const Unpacked u = unpack(format_, code);
  const int sign = u.negative ? -1 : 1;
  switch (u.number_class) {
    case NumberClass::zero:
      return {};
    case NumberClass::infinity:
      return {sign, Operand::infinity_exponent};
    case NumberClass::nan:
      return {sign, Operand::nan_exponent};
    case NumberClass::finite:
      break;
  }
  auto significand = static_cast<std::int32_t>(u.significand);
  int exponent = u.exponent + format_.significand_bits;
  const int missing = format_.precision() - static_cast<int>(std::bit_width(u.significand));
  if (missing > 0) {
    if (subnormals_ == SubnormalRule::flushed) return {};
    if (subnormals_ == SubnormalRule::normalised) {
      significand <<= missing;
      exponent -= missing;
    }
  }
  return {sign * significand, exponent};
}

}  // namespace ulpgate
