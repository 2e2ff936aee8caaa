#pragma once
// Runs one offer of an operation of quantization, on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <optional>
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

/// Extents of a tensor that are not those it has to have.
struct Misfit {
  std::size_t tensor = 0;
  Shape shape = {};
};

struct RunOptions {
  std::uint8_t poison = first_poison;
  Surroundings surroundings = Surroundings::nan;
  /// A call that is to be refused: its memory is looked at, outputs are not handed back.
  std::optional<Misfit> misfit = {};
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
