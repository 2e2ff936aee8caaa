#pragma once
// Formats of matrix instructions as types, and how many registers of a thread each matrix takes. Needs no
// CUDA.
#include <cstdint>
#include <type_traits>

namespace simt {

// Tags. As an accumulator: float, fp16, int or double.
struct fp16 {
  static constexpr int bits = 16;
};
struct bf16 {
  static constexpr int bits = 16;
};
struct tf32 {
  static constexpr int bits = 32;
};
struct e4m3 {
  static constexpr int bits = 8;
};
struct e5m2 {
  static constexpr int bits = 8;
};
struct int8 {
  static constexpr int bits = 8;
};
struct uint8 {
  static constexpr int bits = 8;
};
struct fp64 {
  static constexpr int bits = 64;
};

/// What a register of C and D holds: itself, but for fp16, of which it holds two, the lower column in the low
/// half.
template <class Accumulator>
struct AccumulatorRegister {
  using type = Accumulator;
  static constexpr int elements = 1;
};
template <>
struct AccumulatorRegister<fp16> {
  using type = std::uint32_t;
  static constexpr int elements = 2;
};

/// What a register of A and B holds: 32 bits of elements, the lowest k in the lowest bits; of fp64 one
/// element.
template <class Format>
struct OperandRegister {
  using type = std::uint32_t;
  static constexpr int elements = 32 / Format::bits;
};
template <>
struct OperandRegister<fp64> {
  using type = double;
  static constexpr int elements = 1;
};

template <class T>
inline constexpr bool is_format = requires {
  T::bits;
};
template <class T>
inline constexpr bool is_accumulator = std::is_same_v<T, float> || std::is_same_v<T, fp16> ||
                                       std::is_same_v<T, int> || std::is_same_v<T, double>;

/// The registers of one of the 32 threads that execute an instruction of A (M x K) and B (K x N) together.
template <int M, int N, int K, class A, class B, class Accumulator>
struct Fragment {
  static_assert(is_format<A> && is_format<B>,
                "operands are simt::fp16, bf16, tf32, e4m3, e5m2, int8, uint8 or fp64, not CUDA's types");
  static_assert(is_accumulator<Accumulator>, "accumulators are float, simt::fp16, int or double");
  static constexpr int m = M, n = N, k = K;
  using Operand = typename OperandRegister<A>::type;                 ///< of A and B
  using Register = typename AccumulatorRegister<Accumulator>::type;  ///< of C and D
  static constexpr int operand_elements = OperandRegister<A>::elements;
  static constexpr int register_elements = AccumulatorRegister<Accumulator>::elements;
  static constexpr int a_registers = M * K / (32 * operand_elements);
  static constexpr int b_registers = N * K / (32 * operand_elements);
  static constexpr int c_registers = M * N / (32 * register_elements);
  static_assert(A::bits == B::bits);
  static_assert(a_registers * 32 * operand_elements == M * K && b_registers * 32 * operand_elements == N * K);
  static_assert(c_registers * 32 * register_elements == M * N);
};

}  // namespace simt
