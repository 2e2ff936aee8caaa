#pragma once
// Formats of matrix instructions as types, and how many registers of a thread each matrix takes. Needs no
// CUDA.
#include <cstdint>

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

/// The registers of one of the 32 threads that execute an instruction of A (M x K) and B (K x N) together.
template <int M, int N, int K, class A, class B, class Accumulator>
struct Fragment {
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
