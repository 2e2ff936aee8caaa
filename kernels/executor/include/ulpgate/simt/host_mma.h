#pragma once
// Matrix instructions of a warp, and the loads that feed them.
#include <cstdint>

#include "ulpgate/simt/fragment.h"
#include "ulpgate/simt/runtime.h"

namespace simt {
namespace detail {

/// Formats of operands and accumulators, by the names of reference/formats.
template <class T>
inline constexpr const char* format_name = nullptr;
template <>
inline constexpr const char* format_name<fp16> = "fp16";
template <>
inline constexpr const char* format_name<bf16> = "bf16";
template <>
inline constexpr const char* format_name<tf32> = "tf32";
template <>
inline constexpr const char* format_name<e4m3> = "e4m3";
template <>
inline constexpr const char* format_name<e5m2> = "e5m2";
template <>
inline constexpr const char* format_name<int8> = "int8";
template <>
inline constexpr const char* format_name<uint8> = "uint8";
template <>
inline constexpr const char* format_name<fp64> = "fp64";
template <>
inline constexpr const char* format_name<float> = "fp32";
template <>
inline constexpr const char* format_name<double> = "fp64";
template <>
inline constexpr const char* format_name<int> = "int32";

/// An instruction: family as in profiles, block, formats. One object for each, known by its address.
struct Instruction {
  const char* family;
  int m, n, k;
  const char* a;
  const char* b;
  const char* accumulator;
  int a_registers, b_registers, c_registers;  ///< of a thread
  int operand_elements, operand_bytes;        ///< of a register of A and B
  int register_elements, register_bytes;      ///< of a register of C and D
};

template <class F, class A, class B, class Accumulator>
inline constexpr Instruction mma_instruction{"mma",
                                             F::m,
                                             F::n,
                                             F::k,
                                             format_name<A>,
                                             format_name<B>,
                                             format_name<Accumulator>,
                                             F::a_registers,
                                             F::b_registers,
                                             F::c_registers,
                                             F::operand_elements,
                                             sizeof(typename F::Operand),
                                             F::register_elements,
                                             sizeof(typename F::Register)};

/// A lane's registers.
struct Registers {
  const void* a;
  const void* b;
  const void* c;
  void* d;
};

void multiply(const Instruction& instruction, Registers& mine, const Site& site);
void load_matrix(std::uint32_t* registers, unsigned count, bool transposed, const void* row,
                 const Site& site);

}  // namespace detail

/// mma.sync.aligned, A row-major, B column-major: D = A * B + C by the 32 lanes of a warp together, as the
/// architecture's profile computes it. d and c may be the same array.
template <int M, int N, int K, class A, class B, class Accumulator,
          class F = Fragment<M, N, K, A, B, Accumulator>>
void mma(typename F::Register (&d)[F::c_registers], const typename F::Operand (&a)[F::a_registers],
         const typename F::Operand (&b)[F::b_registers], const typename F::Register (&c)[F::c_registers],
         Site site = Site::current()) {
  detail::Registers mine{a, b, c, d};
  detail::multiply(detail::mma_instruction<F, A, B, Accumulator>, mine, site);
}

/// ldmatrix: COUNT (1, 2, 4) blocks of 8 rows of 16 bytes in shared memory. Lane 8 i + j names row j of block
/// i, aligned to 16 bytes; each lane receives word lane % 4 of row lane / 4 of every block.
template <int COUNT>
void ldmatrix(std::uint32_t (&registers)[COUNT], const void* row, Site site = Site::current()) {
  static_assert(COUNT == 1 || COUNT == 2 || COUNT == 4);
  detail::load_matrix(registers, COUNT, false, row, site);
}
/// The same of 8 x 8 elements of 16 bits, transposed.
template <int COUNT>
void ldmatrix_transposed(std::uint32_t (&registers)[COUNT], const void* row, Site site = Site::current()) {
  static_assert(COUNT == 1 || COUNT == 2 || COUNT == 4);
  detail::load_matrix(registers, COUNT, true, row, site);
}

}  // namespace simt
