#pragma once
// Runs one offer of an operation of quantization, on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/framework/buffer.h"
#include "suites/quantize/blocks_case.h"

namespace ulpgate::blocks {

/// What lies between and around the elements of inputs, and where scales are padded.
enum class Surroundings { nan, zero };

struct BlocksRun {
  Reply reply;
  /// By tensor, as stored; empty for inputs and what the offer does not have.
  std::vector<std::vector<std::uint64_t>> outputs;
  std::string damage;        ///< what was touched that must not be; empty when nothing
  std::string state_change;  ///< of the thread's floating-point environment; empty when none
};

inline constexpr std::size_t none_shortened = ~std::size_t{0};

struct RunOptions {
  std::uint8_t poison = first_poison;
  Surroundings surroundings = Surroundings::nan;
  std::size_t shortened = none_shortened;  ///< place of a tensor that is said to have one column less
};

class Runner {
 public:
  Runner(Implementation& implementation, const BlocksOffer& offer)
      : implementation_(&implementation), offer_(&offer) {}

  const BlocksOffer& offer() const { return *offer_; }
  BlocksRun run(const BlocksCase& c, const Inputs& inputs, const RunOptions& options = {}) const;

 private:
  Implementation* implementation_;
  const BlocksOffer* offer_;
};

}  // namespace ulpgate::blocks
