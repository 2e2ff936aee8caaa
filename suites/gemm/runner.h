#pragma once
// Runs one offer of gemm on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/framework/buffer.h"
#include "suites/framework/codes.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

/// What lies between and around the elements of inputs.
enum class Surroundings { nan, zero };

struct GemmRun {
  Reply reply;
  std::vector<std::uint64_t> d;  ///< dense, row-major, as stored
  std::uint64_t amax = 0;        ///< where the offer has one
  std::string damage;            ///< what was touched that must not be; empty when nothing
  std::string state_change;      ///< of the thread's floating-point environment; empty when none
};

struct RunOptions {
  std::uint8_t poison = first_poison;
  Surroundings surroundings = Surroundings::nan;
};

class Runner {
 public:
  Runner(Implementation& implementation, const GemmOffer& offer)
      : implementation_(&implementation), offer_(&offer) {}

  const GemmOffer& offer() const { return *offer_; }
  Implementation& implementation() const { return *implementation_; }

  GemmRun run(const GemmCase& c, const GemmInputs& inputs, const RunOptions& options = {}) const;

 private:
  Implementation* implementation_;
  const GemmOffer* offer_;
};

}  // namespace ulpgate::gemm
