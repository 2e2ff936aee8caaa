#pragma once
// Elements in global memory, packed into registers as instructions take them.
#include <cstdint>
#include <type_traits>
#include <ulpgate/simt.h>

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// An element's bits in memory.
template <int Bits>
using ElementBits = std::conditional_t<
    Bits == 8, std::uint8_t,
    std::conditional_t<Bits == 16, std::uint16_t, std::conditional_t<Bits == 32, std::uint32_t, double>>>;

/// `Elements` elements that are `stride` apart, the first in the lowest bits.
template <class Operand, int Elements, class Element>
__device__ Operand gather(const Element* first, int stride) {
  if constexpr (Elements == 1) {
    return static_cast<Operand>(*first);
  } else {
    Operand word = 0;
    for (int e = 0; e < Elements; ++e) word |= static_cast<Operand>(first[e * stride]) << (32 / Elements * e);
    return word;
  }
}

/// The inverse, of neighbours.
template <int Elements, class Element, class Register>
__device__ void scatter(Element* first, Register value) {
  if constexpr (Elements == 1) {
    *first = value;
  } else {
    for (int e = 0; e < Elements; ++e) first[e] = static_cast<Element>(value >> (32 / Elements * e));
  }
}

/// An accumulator's element in memory: its register, or half of it.
template <class F>
using AccumulatorElement = std::conditional_t<F::register_elements == 2, std::uint16_t, typename F::Register>;

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
