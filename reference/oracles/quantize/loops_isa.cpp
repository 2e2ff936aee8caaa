// CMake compiles this file once for each instruction set, into ULPGATE_ISA's namespace. Nothing here may be
// an inline function of a header: the linker would keep one copy for all.
#include "reference/oracles/quantize/loops.h"

namespace ulpgate::quantize {
namespace {

// Sixteen lanes as the compilers' generic vectors, lane by lane the same arithmetic on any machine.
constexpr std::int64_t lanes = 16;
using I = std::int32_t __attribute__((vector_size(lanes * 4)));
using F = float __attribute__((vector_size(lanes * 4)));

template <typename V, typename T>
[[gnu::always_inline]] inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

[[gnu::always_inline]] inline I select(I mask, I a, I b) { return (a & mask) | (b & ~mask); }

template <bool with_nan>
[[gnu::always_inline]] inline I magnitude(I bits) {
  const I m = bits & 0x7FFFFFFF;
  return with_nan ? m : m & (m <= 0x7F800000);
}

template <bool with_nan>
std::uint32_t amax(const float* x, std::int64_t count) {
  std::int32_t most = 0;
  I all{};
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const I m = magnitude<with_nan>(load<I>(x + i));
    all = select(m > all, m, all);
  }
  for (std::int64_t lane = 0; lane < lanes; ++lane) most = all[lane] > most ? all[lane] : most;
  for (; i < count; ++i) {
    std::int32_t m;
    __builtin_memcpy(&m, x + i, sizeof m);
    m &= 0x7FFFFFFF;
    if (!with_nan && m > 0x7F800000) continue;
    most = m > most ? m : most;
  }
  return static_cast<std::uint32_t>(most);
}

void products(const float* x, float factor, std::int64_t count, float* t) {
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const F v = load<F>(x + i);
    const F product = v * factor;
    const I bits = reinterpret_cast<I>(v);
    // IEEE 754 leaves the sign of a NaN open: x's where x is one, else positive.
    const I made_nan = product != product, was_nan = v != v;
    const I nan = select(was_nan, bits, I{} + 0x7FC00000);
    const I out = select(made_nan, nan, reinterpret_cast<I>(product));
    __builtin_memcpy(t + i, &out, sizeof out);
  }
  for (; i < count; ++i) {
    const float product = x[i] * factor;
    t[i] = product == product ? product : x[i] == x[i] ? __builtin_nanf("") : x[i];
  }
}

}  // namespace

namespace ULPGATE_ISA {

Loops loops() { return {amax<false>, amax<true>, products}; }

}  // namespace ULPGATE_ISA
}  // namespace ulpgate::quantize
