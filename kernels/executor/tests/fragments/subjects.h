#pragma once
// Kernels that execute one matrix instruction each on registers and shared memory that are given to them, and
// know of no layout. Compiled for the executor and for devices; called with host memory.
#include <cstddef>
#include <cstdint>
#include <ulpgate/simt/build.h>
#include <vector>

namespace fragment_test {
inline namespace SIMT_BUILD {

/// An mma.sync. Formats by the names of simt's tags and C++'s types: "fp16", "float".
struct Mma {
  const char* name;
  int m, n, k;
  const char* a;
  const char* b;
  const char* accumulator;
  int minimum;  ///< the first architecture that has it
  /// How many registers of how many bytes the wrapper takes: A, B, C and D.
  int a_registers, b_registers, c_registers;
  int operand_bytes, register_bytes;
  /// `warps` warps: a, b, c, d are [warp][lane][register]. 0, or the error.
  int (*run)(std::size_t warps, const void* a, const void* b, const void* c, void* d);
};
const std::vector<Mma>& mma_instructions();

/// A warp's ldmatrix of `count` matrices on shared memory that holds `image`; row addresses as offsets, one a
/// lane. registers: [lane][count].
int run_ldmatrix(int count, bool transposed, const void* image, std::size_t bytes,
                 const std::uint32_t* offsets, std::uint32_t* registers);

/// A warpgroup's operands in shared memory, each of `bytes` bytes.
struct WgmmaOperand {
  std::uint32_t bytes;
  std::uint32_t leading_bytes, stride_bytes;
};
/// An m64n64 wgmma, sm_90a.
struct Wgmma {
  const char* name;
  int k;
  const char* a;
  const char* b;
  const char* accumulator;
  int d_registers;  ///< of 4 bytes
  /// `groups` warpgroups: a, b are [group][bytes], c and d [group][thread][register].
  int (*run)(std::size_t groups, WgmmaOperand a_operand, const void* a, WgmmaOperand b_operand, const void* b,
             bool keep, const void* c, void* d);
};
const std::vector<Wgmma>& wgmma_instructions();

/// Descriptors of shared memory at 0, 16, 32 ... bytes from the start of a block's dynamic shared memory.
/// [count]
int run_descriptors(std::size_t count, std::uint32_t leading_bytes, std::uint32_t stride_bytes,
                    std::uint64_t* descriptors);

}  // namespace SIMT_BUILD
}  // namespace fragment_test
