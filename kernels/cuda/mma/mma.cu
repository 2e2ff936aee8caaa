// Which kernel an instruction has.
#include <array>
#include <vector>

#include "kernels/cuda/mma/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

std::array<std::span<const MmaRow>, 5> tables() {
  return {mma_rows_16bit(), mma_rows_fp8(), mma_rows_int8(), mma_rows_fp64(), wgmma_rows()};
}

bool equal(const MmaInstruction& x, const MmaInstruction& y) {
  return x.family == y.family && x.a == y.a && x.b == y.b && x.accumulator == y.accumulator && x.m == y.m &&
         x.n == y.n && x.k == y.k;
}

}  // namespace

std::vector<MmaInstruction> mma_instructions() {
  std::vector<MmaInstruction> all;
  for (const std::span<const MmaRow> table : tables()) {
    for (const MmaRow& row : table) all.push_back(row.instruction);
  }
  return all;
}

int launch_mma(int architecture, const MmaProblem& problem, void* stream) {
  for (const std::span<const MmaRow> table : tables()) {
    for (const MmaRow& row : table) {
      if (equal(row.instruction, problem.instruction) && architecture >= row.instruction.first_architecture &&
          architecture <= row.instruction.last_architecture)
        return row.launch(problem, static_cast<simt::Stream>(stream));
    }
  }
  return no_such_instruction;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
