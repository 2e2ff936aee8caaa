// Vector code of the engine, compiled for one instruction set into ULPGATE_ISA's namespace. Nothing here may
// be an inline function of a header: the linker would keep one copy for all.
#include "reference/tensor_core/fused_terms.h"

namespace ulpgate::detail {
namespace {

template <typename T, int lanes>
using Vector [[gnu::vector_size(lanes * sizeof(T))]] = T;

template <int lanes>
using I = Vector<std::int32_t, lanes>;
template <int lanes>
using U = Vector<std::uint32_t, lanes>;

template <int lanes>
[[gnu::always_inline]] inline I<lanes> load(const std::int32_t* from) {
  I<lanes> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <int lanes>
[[gnu::always_inline]] inline I<lanes> larger(I<lanes> a, I<lanes> b) {
  return a > b ? a : b;
}
template <int lanes>
[[gnu::always_inline]] inline I<lanes> smaller(I<lanes> a, I<lanes> b) {
  return a < b ? a : b;
}

template <int lanes>
[[gnu::always_inline]] inline std::int32_t largest_of(I<lanes> v) {
  if constexpr (lanes == 8) v = larger<8>(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
  std::int32_t largest = v[0];
  for (int i = 1; i < 4; ++i) largest = v[i] > largest ? v[i] : largest;
  return largest;
}

template <int lanes>
[[gnu::always_inline]] inline std::int64_t sum_of(I<lanes> v) {
  std::int64_t sum = 0;
  for (int i = 0; i < lanes; ++i) sum += v[i];
  return sum;
}

template <int lanes>
[[gnu::always_inline]] inline FusedTerms terms(OperandSpan a, OperandSpan b, int count, std::int32_t floor,
                                               int up, int extra_down) {
  I<lanes> significands[64 / lanes], exponents[64 / lanes];
  const int vectors = count / lanes;
  // The accumulator, which `floor` depends on, joins late: it is the result of the step before.
  I<lanes> top = I<lanes>{} + Operand::zero_exponent;
  for (int v = 0; v < vectors; ++v) {
    significands[v] = load<lanes>(a.significands + v * lanes) * load<lanes>(b.significands + v * lanes);
    exponents[v] = load<lanes>(a.exponents + v * lanes) + load<lanes>(b.exponents + v * lanes);
    top = larger<lanes>(top, exponents[v]);
  }
  const std::int32_t largest_product = largest_of<lanes>(top);
  const std::int32_t largest = largest_product > floor ? largest_product : floor;
  if (largest > Operand::special_limit) return {largest, 0};
  const I<lanes> down = I<lanes>{} + (largest + extra_down);
  I<lanes> sum{};
  for (int v = 0; v < vectors; ++v) {
    const auto shift = reinterpret_cast<U<lanes>>(smaller<lanes>(down - exponents[v], I<lanes>{} + 31));
    const I<lanes> sign = significands[v] >> 31;
    const auto magnitude = reinterpret_cast<U<lanes>>((significands[v] ^ sign) - sign) << up;
    sum += (reinterpret_cast<I<lanes>>(magnitude >> shift) ^ sign) - sign;
  }
  return {largest, sum_of<lanes>(sum)};
}

}  // namespace

namespace ULPGATE_ISA {

FusedTerms fused_terms(OperandSpan a, OperandSpan b, int count, std::int32_t floor, int up, int extra_down);
FusedTerms fused_terms(OperandSpan a, OperandSpan b, int count, std::int32_t floor, int up, int extra_down) {
  if (count == 4) return terms<4>(a, b, 4, floor, up, extra_down);
  if (count == 8) return terms<8>(a, b, 8, floor, up, extra_down);
  if (count == 16) return terms<8>(a, b, 16, floor, up, extra_down);
  if (count == 32) return terms<8>(a, b, 32, floor, up, extra_down);
  return terms<8>(a, b, count, floor, up, extra_down);
}

}  // namespace ULPGATE_ISA
}  // namespace ulpgate::detail
