#pragma once
// A format's record, as constants that device code may use.
#include <cstdint>
#include <type_traits>
#include <ulpgate/simt.h>

#include "reference/formats/format.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

template <int BYTES>
using UnsignedOfBytes =
    std::conditional_t<BYTES == 1, std::uint8_t,
                       std::conditional_t<BYTES == 2, std::uint16_t,
                                          std::conditional_t<BYTES == 4, std::uint32_t, std::uint64_t>>>;

/// Everything about codes is in units of the code: padding bits are shifted out.
template <const Format& F>
struct Element {
  static constexpr const Format& format = F;
  static constexpr FormatKind kind = F.kind;
  static constexpr int bytes = static_cast<int>(F.bytes());
  using Bits = UnsignedOfBytes<bytes>;  ///< an element in memory

  static constexpr int padding_bits = F.padding_bits;
  static constexpr int width = F.width();
  static constexpr int exponent_bits = F.exponent_bits;
  static constexpr int significand_bits = F.significand_bits;
  static constexpr int bias = F.bias;
  static constexpr int min_exponent = F.min_exponent();
  static constexpr bool has_sign = F.has_sign;
  static constexpr bool has_negative_zero = F.has_negative_zero;
  static constexpr NanCodes nans = F.nans;

  static constexpr std::uint64_t sign_bit = F.sign_mask() >> padding_bits;
  static constexpr std::uint64_t magnitude_bits = F.magnitude_mask() >> padding_bits;
  static constexpr std::uint64_t largest = max_finite_magnitude(F) >> padding_bits;
  static constexpr std::uint64_t infinity = F.has_infinity ? infinity_magnitude(F) >> padding_bits : 0;
  /// The quiet NaN without payload, its sign left out; of fnuz formats the only NaN.
  static constexpr std::uint64_t quiet_nan = nans == NanCodes::ieee
                                                 ? infinity | std::uint64_t{1} << (significand_bits - 1)
                                             : nans == NanCodes::all_ones      ? magnitude_bits
                                             : nans == NanCodes::negative_zero ? sign_bit
                                                                               : 0;
};

/// What significands are computed in: its top bit is where their leading one is.
template <class From, class To>
using SignificandWord = UnsignedOfBytes<(From::bytes == 8 || To::bytes == 8) ? 8 : 4>;

template <class Word>
inline constexpr int bits_of = static_cast<int>(8 * sizeof(Word));

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
