#pragma once
// Runs one offer of mma on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/framework/buffer.h"
#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

struct MmaRun {
  Reply reply;
  std::vector<std::uint64_t> d;  ///< row-major, as stored
  std::string damage;            ///< what was touched that must not be; empty when nothing
  std::string state_change;      ///< of the thread's floating-point environment; empty when none
};

class Runner {
 public:
  Runner(Implementation& implementation, const MmaOffer& offer)
      : implementation_(&implementation), offer_(&offer) {}

  const MmaOffer& offer() const { return *offer_; }

  /// One call; every byte of D holds `poison` before. `lead` as in MmaCase.
  MmaRun run(const MmaInputs& inputs, std::size_t lead = 0, std::uint8_t poison = first_poison) const;

 private:
  Implementation* implementation_;
  const MmaOffer* offer_;
};

}  // namespace ulpgate::mma
