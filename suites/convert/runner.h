#pragma once
// Runs one offer on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "suites/convert/offer.h"
#include "suites/framework/buffer.h"

namespace ulpgate::convert {

/// A small explicit problem: what properties draw, shrink and write to failure files.
struct ConvertCase {
  std::vector<std::uint64_t> inputs;
  std::size_t lead = 0;        ///< elements between a 64-byte boundary and the first element of the input
  std::size_t to_lead = lead;  ///< the same of the output
  std::int64_t from_stride = 1;
  std::int64_t to_stride = 1;
};

/// What a call did.
struct CaseRun {
  Reply reply;
  std::vector<std::uint64_t> outputs;  ///< elements as stored
  std::string damage;  ///< outside the output or in the input: what was touched; empty when nothing
  std::string
      state_change;  ///< what the call did to the thread's floating-point environment; empty when nothing
};

class Runner {
 public:
  Runner(Implementation& implementation, const ConvertOffer& offer)
      : implementation_(&implementation), offer_(&offer) {}

  const ConvertOffer& offer() const { return *offer_; }
  const Format& from() const { return *offer_->from; }
  const Format& to() const { return *offer_->to; }

  /// One guarded_call on memory of the caller's; strides in elements.
  Reply call(const void* inputs, void* outputs, std::int64_t count, std::int64_t from_stride = 1,
             std::int64_t to_stride = 1, std::string* state_change = nullptr) const;
  /// One call on memory made for the case; every output byte holds `poison` before.
  CaseRun run(const ConvertCase& c, std::uint8_t poison = first_poison) const;

 private:
  Implementation* implementation_;
  const ConvertOffer* offer_;
};

}  // namespace ulpgate::convert
