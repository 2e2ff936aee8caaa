#pragma once
// Elements to numbers, exactly.
#include "kernels/cuda/convert/element.cuh"
#include "reference/formats/decode.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Of class finite: (-1)^negative * significand / 2^(bits_of<Word> - 1) * 2^exponent, with the top bit of the
/// significand set. Of class nan: the significand field is at the top of `significand`.
template <class Word>
struct Number {
  NumberClass number_class = NumberClass::zero;
  bool negative = false;
  Word significand = 0;
  int exponent = 0;
};

__device__ __forceinline__ int leading_zeros(std::uint32_t x) { return __clz(static_cast<int>(x)); }
__device__ __forceinline__ int leading_zeros(std::uint64_t x) { return __clzll(static_cast<long long>(x)); }

/// (-1)^negative * magnitude * 2^quantum.
template <class Word>
__device__ __forceinline__ Number<Word> number_from(bool negative, Word magnitude, int quantum) {
  if (magnitude == 0) return {NumberClass::zero, negative, 0, 0};
  const int zeros = leading_zeros(magnitude);
  return {NumberClass::finite, negative, static_cast<Word>(magnitude << zeros),
          quantum + bits_of<Word> - 1 - zeros};
}

template <class From, class Word>
__device__ __forceinline__ Number<Word> decode_integer(typename From::Bits bits) {
  const bool negative = (bits >> (From::width - 1)) != 0;
  const Word magnitude = negative ? typename From::Bits(0) - bits : bits;
  return number_from<Word>(negative, magnitude, 0);
}

template <class From, class Word>
__device__ __forceinline__ Number<Word> decode_exponent(typename From::Bits code) {
  if (code == From::quiet_nan) return {NumberClass::nan, false, 0, 0};
  return {NumberClass::finite, false, Word{1} << (bits_of<Word> - 1), static_cast<int>(code) - From::bias};
}

template <class From, class Word>
__device__ __forceinline__ Number<Word> decode_floating(typename From::Bits bits) {
  constexpr int m = From::significand_bits;
  const Word code = static_cast<Word>(bits) >> From::padding_bits;
  const bool negative = (code & static_cast<Word>(From::sign_bit)) != 0;
  const Word magnitude = code & static_cast<Word>(From::magnitude_bits);
  const Word fraction = magnitude & ((Word{1} << m) - 1);
  const int field = static_cast<int>(magnitude >> m);
  if constexpr (From::nans == NanCodes::negative_zero) {
    if (negative && magnitude == 0) return {NumberClass::nan, true, 0, 0};
  } else if constexpr (From::nans != NanCodes::none) {
    if (magnitude > static_cast<Word>(From::largest)) {
      if (From::infinity != 0 && fraction == 0) return {NumberClass::infinity, negative, 0, 0};
      return {NumberClass::nan, negative, fraction << (bits_of<Word> - m), 0};
    }
  }
  if (field == 0) return number_from<Word>(negative, fraction, From::min_exponent - m);
  return number_from<Word>(negative, fraction | Word{1} << m, From::min_exponent - m + field - 1);
}

template <class From, class Word>
__device__ __forceinline__ Number<Word> decode(typename From::Bits bits) {
  if constexpr (From::kind == FormatKind::integer) return decode_integer<From, Word>(bits);
  if constexpr (From::kind == FormatKind::exponent_only) return decode_exponent<From, Word>(bits);
  if constexpr (From::kind == FormatKind::floating) return decode_floating<From, Word>(bits);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
