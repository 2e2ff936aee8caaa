#pragma once
// One matrix instruction, once: D = A * B + C, the matrices packed and row-major in global memory.
#include <string_view>
#include <vector>

#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// An mma.sync (family mma) or wgmma. Formats by ulpgate's names; D has the accumulator's format.
struct MmaInstruction {
  std::string_view family;  ///< as in profiles
  std::string_view a, b, accumulator;
  int m = 0, n = 0, k = 0;
  int first_architecture = 0;  ///< 80 for sm_80
  int last_architecture = 0;
};

/// Pointers are aligned to their elements.
struct MmaProblem {
  MmaInstruction instruction;
  const void* a = nullptr;  ///< m x k
  const void* b = nullptr;  ///< k x n
  const void* c = nullptr;  ///< m x n
  void* d = nullptr;        ///< m x n; may be c
};

/// launch_mma's answer where there is no such instruction.
inline constexpr int no_such_instruction = -1;

inline namespace SIMT_BUILD {

/// Every instruction for which there is a kernel. The strings are literals.
std::vector<MmaInstruction> mma_instructions();
/// `stream` is a cudaStream_t. 0, no_such_instruction, or a simt::Error.
int launch_mma(int architecture, const MmaProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
