#pragma once
// mma.sync.aligned, A row-major, B column-major. An architecture that lacks the instruction traps.
#include <cstdint>

#include "ulpgate/simt/device_copy.h"
#include "ulpgate/simt/fragment.h"

namespace simt {
namespace ptx {

/// Specialised below: `minimum`, the first architecture that has it, and run().
template <int M, int N, int K, class A, class B, class Accumulator>
struct Instruction;

// The operands of an instruction by the number of its registers: D and C, A, B. `x` is the constraint of D's
// registers, `o` that of A's and B's.
#define SIMT_ASM_2_1_1(text, x, o)                   \
  asm volatile(text " {%0,%1}, {%2}, {%3}, {%4,%5};" \
               : "=" x(d[0]), "=" x(d[1])            \
               : o(a[0]), o(b[0]), x(c[0]), x(c[1]))
#define SIMT_ASM_2_2_1(text, x, o)                      \
  asm volatile(text " {%0,%1}, {%2,%3}, {%4}, {%5,%6};" \
               : "=" x(d[0]), "=" x(d[1])               \
               : o(a[0]), o(a[1]), o(b[0]), x(c[0]), x(c[1]))
#define SIMT_ASM_2_4_2(text, x, o)                               \
  asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};" \
               : "=" x(d[0]), "=" x(d[1])                        \
               : o(a[0]), o(a[1]), o(a[2]), o(a[3]), o(b[0]), o(b[1]), x(c[0]), x(c[1]))
#define SIMT_ASM_4_2_1(text, x, o)                                   \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : "=" x(d[0]), "=" x(d[1]), "=" x(d[2]), "=" x(d[3])  \
               : o(a[0]), o(a[1]), o(b[0]), x(c[0]), x(c[1]), x(c[2]), x(c[3]))
#define SIMT_ASM_4_4_2(text, x, o)                                               \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
               : "=" x(d[0]), "=" x(d[1]), "=" x(d[2]), "=" x(d[3])              \
               : o(a[0]), o(a[1]), o(a[2]), o(a[3]), o(b[0]), o(b[1]), x(c[0]), x(c[1]), x(c[2]), x(c[3]))
#define SIMT_ASM_4_8_4(text, x, o)                                                                         \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"   \
               : "=" x(d[0]), "=" x(d[1]), "=" x(d[2]), "=" x(d[3])                                        \
               : o(a[0]), o(a[1]), o(a[2]), o(a[3]), o(a[4]), o(a[5]), o(a[6]), o(a[7]), o(b[0]), o(b[1]), \
                 o(b[2]), o(b[3]), x(c[0]), x(c[1]), x(c[2]), x(c[3]))

#define SIMT_INSTRUCTION(M, N, K, A, B, Accumulator, first, types, form, x, o)        \
  template <>                                                                         \
  struct Instruction<M, N, K, A, B, Accumulator> {                                    \
    using F = Fragment<M, N, K, A, B, Accumulator>;                                   \
    using Register = F::Register;                                                     \
    using Operand = F::Operand;                                                       \
    static constexpr int minimum = first;                                             \
    static __device__ __forceinline__ void run(Register (&d)[F::c_registers],         \
                                               const Operand (&a)[F::a_registers],    \
                                               const Operand (&b)[F::b_registers],    \
                                               const Register (&c)[F::c_registers]) { \
      SIMT_ASM_##form("mma.sync.aligned.m" #M "n" #N "k" #K ".row.col." types, x, o); \
    }                                                                                 \
  };

SIMT_INSTRUCTION(16, 8, 8, fp16, fp16, float, 75, "f32.f16.f16.f32", 4_2_1, "f", "r")
SIMT_INSTRUCTION(16, 8, 16, fp16, fp16, float, 80, "f32.f16.f16.f32", 4_4_2, "f", "r")
SIMT_INSTRUCTION(16, 8, 8, fp16, fp16, fp16, 75, "f16.f16.f16.f16", 2_2_1, "r", "r")
SIMT_INSTRUCTION(16, 8, 16, fp16, fp16, fp16, 80, "f16.f16.f16.f16", 2_4_2, "r", "r")
SIMT_INSTRUCTION(16, 8, 8, bf16, bf16, float, 80, "f32.bf16.bf16.f32", 4_2_1, "f", "r")
SIMT_INSTRUCTION(16, 8, 16, bf16, bf16, float, 80, "f32.bf16.bf16.f32", 4_4_2, "f", "r")
SIMT_INSTRUCTION(16, 8, 4, tf32, tf32, float, 80, "f32.tf32.tf32.f32", 4_2_1, "f", "r")
SIMT_INSTRUCTION(16, 8, 8, tf32, tf32, float, 80, "f32.tf32.tf32.f32", 4_4_2, "f", "r")

#define SIMT_FP8_INSTRUCTIONS(A, B, types)                                           \
  SIMT_INSTRUCTION(16, 8, 16, A, B, float, 89, "f32." types ".f32", 4_2_1, "f", "r") \
  SIMT_INSTRUCTION(16, 8, 32, A, B, float, 89, "f32." types ".f32", 4_4_2, "f", "r") \
  SIMT_INSTRUCTION(16, 8, 16, A, B, fp16, 89, "f16." types ".f16", 2_2_1, "r", "r")  \
  SIMT_INSTRUCTION(16, 8, 32, A, B, fp16, 89, "f16." types ".f16", 2_4_2, "r", "r")
SIMT_FP8_INSTRUCTIONS(e4m3, e4m3, "e4m3.e4m3")
SIMT_FP8_INSTRUCTIONS(e4m3, e5m2, "e4m3.e5m2")
SIMT_FP8_INSTRUCTIONS(e5m2, e4m3, "e5m2.e4m3")
SIMT_FP8_INSTRUCTIONS(e5m2, e5m2, "e5m2.e5m2")

#define SIMT_INT8_INSTRUCTIONS(A, B, types)                                        \
  SIMT_INSTRUCTION(8, 8, 16, A, B, int, 75, "s32." types ".s32", 2_1_1, "r", "r")  \
  SIMT_INSTRUCTION(16, 8, 16, A, B, int, 80, "s32." types ".s32", 4_2_1, "r", "r") \
  SIMT_INSTRUCTION(16, 8, 32, A, B, int, 80, "s32." types ".s32", 4_4_2, "r", "r")
SIMT_INT8_INSTRUCTIONS(int8, int8, "s8.s8")
SIMT_INT8_INSTRUCTIONS(int8, uint8, "s8.u8")
SIMT_INT8_INSTRUCTIONS(uint8, int8, "u8.s8")
SIMT_INT8_INSTRUCTIONS(uint8, uint8, "u8.u8")

SIMT_INSTRUCTION(8, 8, 4, fp64, fp64, double, 80, "f64.f64.f64.f64", 2_1_1, "d", "d")
SIMT_INSTRUCTION(16, 8, 4, fp64, fp64, double, 90, "f64.f64.f64.f64", 4_2_1, "d", "d")
SIMT_INSTRUCTION(16, 8, 8, fp64, fp64, double, 90, "f64.f64.f64.f64", 4_4_2, "d", "d")
SIMT_INSTRUCTION(16, 8, 16, fp64, fp64, double, 90, "f64.f64.f64.f64", 4_8_4, "d", "d")

#undef SIMT_INT8_INSTRUCTIONS
#undef SIMT_FP8_INSTRUCTIONS
#undef SIMT_INSTRUCTION
#undef SIMT_ASM_4_8_4
#undef SIMT_ASM_4_4_2
#undef SIMT_ASM_4_2_1
#undef SIMT_ASM_2_4_2
#undef SIMT_ASM_2_2_1
#undef SIMT_ASM_2_1_1

}  // namespace ptx

/// D = A * B + C, by the 32 lanes of a warp together; d and c may be the same array.
template <int M, int N, int K, class A, class B, class Accumulator,
          class F = Fragment<M, N, K, A, B, Accumulator>>
__device__ __forceinline__ void mma(typename F::Register (&d)[F::c_registers],
                                    const typename F::Operand (&a)[F::a_registers],
                                    const typename F::Operand (&b)[F::b_registers],
                                    const typename F::Register (&c)[F::c_registers]) {
  using I = ptx::Instruction<M, N, K, A, B, Accumulator>;
  if constexpr (device_architecture >= I::minimum) {
    I::run(d, a, b, c);
  } else {
    __trap();
  }
}

}  // namespace simt
