#pragma once
// Runs one offer of an operation on rows, on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/framework/buffer.h"
#include "suites/rows/definition.h"
#include "suites/rows/rows_case.h"

namespace ulpgate::rows {

/// What lies between and around the elements of inputs.
enum class Surroundings { nan, zero };

struct RowsRun {
  Reply reply;
  /// By tensor, dense, as stored; empty for inputs and what the offer does not have.
  std::vector<std::vector<std::uint64_t>> outputs;
  std::string damage;        ///< what was touched that must not be; empty when nothing
  std::string state_change;  ///< of the thread's floating-point environment; empty when none
};

struct RunOptions {
  std::uint8_t poison = first_poison;
  Surroundings surroundings = Surroundings::nan;
};

class Runner {
 public:
  Runner(Implementation& implementation, const RowsOffer& offer, const Definition& definition)
      : implementation_(&implementation), offer_(&offer), definition_(&definition) {}

  const RowsOffer& offer() const { return *offer_; }
  const Definition& definition() const { return *definition_; }
  Implementation& implementation() const { return *implementation_; }

  RowsRun run(const RowsCase& c, const Inputs& inputs, const RunOptions& options = {}) const;
  /// In reserved memory, for offsets beyond 2^31; unsupported where it cannot be had.
  RowsRun run_sparse(const RowsCase& c, const Inputs& inputs) const;

 private:
  Implementation* implementation_;
  const RowsOffer* offer_;
  const Definition* definition_;
};

}  // namespace ulpgate::rows
