#pragma once
// An architecture's matrix instructions.
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/executor/tensor_core/fragment_places.h"
#include "reference/tensor_core/mma.h"
#include "ulpgate/simt/host_mma.h"

namespace simt::detail {

struct MatrixInstruction {
  explicit MatrixInstruction(const Instruction& i) : shape{i.m, i.n, i.k}, places(i) {}

  ulpgate::MmaShape shape;
  FragmentPlaces places;
  std::optional<ulpgate::Mma> mma;  ///< nothing where the architecture has no such instruction
};

class TensorCores {
 public:
  /// Throws std::invalid_argument where the architecture has no profile.
  explicit TensorCores(const std::string& architecture);

  /// Stays where it is. For any thread.
  const MatrixInstruction& find(const Instruction& instruction);

 private:
  const ulpgate::Profile* profile_;
  std::mutex mutex_;
  std::map<const Instruction*, MatrixInstruction> known_;
};

/// A worker's own way to them, which most often asks for the instruction that it asked for before; and memory
/// for operands and results.
class WorkerTensorCores {
 public:
  explicit WorkerTensorCores(TensorCores& all) : all_(all) {}

  const MatrixInstruction& find(const Instruction& instruction) {
    if (last_ != &instruction) {
      found_ = &all_.find(instruction);
      last_ = &instruction;
    }
    return *found_;
  }

  std::vector<std::uint64_t> a, b, c, d;  ///< codes, row-major
  ulpgate::MmaScratch scratch;

 private:
  TensorCores& all_;
  const Instruction* last_ = nullptr;
  const MatrixInstruction* found_ = nullptr;
};

}  // namespace simt::detail
