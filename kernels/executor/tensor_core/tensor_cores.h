#pragma once
// An architecture's matrix instructions.
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "reference/tensor_core/mma.h"
#include "ulpgate/simt/host_mma.h"

namespace simt::detail {

class TensorCores {
 public:
  /// Throws std::invalid_argument where the architecture has no profile.
  explicit TensorCores(const std::string& architecture);

  /// nullptr where the architecture has no such instruction.
  const ulpgate::Mma* find(const Instruction& instruction);

 private:
  const ulpgate::Profile* profile_;
  std::mutex mutex_;
  std::map<const Instruction*, std::unique_ptr<ulpgate::Mma>> known_;
};

}  // namespace simt::detail
