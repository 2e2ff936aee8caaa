#pragma once
// One object of an implementation, driven command by command on memory that is poisoned, guarded and checked.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suites/scaler/scaler_case.h"

namespace ulpgate::scaler {

/// What one call did.
struct Observed {
  Reply reply;
  std::vector<std::vector<std::uint64_t>> gradients;   ///< after it, as they were given
  std::vector<std::uint64_t> scaled;                   ///< of scale
  std::optional<std::int32_t> stepped;                 ///< of step; no value: not written
  std::optional<std::uint32_t> grad_scale, found_inf;  ///< of a fused step, codes of fp32
  std::string damage;  ///< what was touched that must not be; empty when nothing
};

struct ObservedState {
  Reply reply;
  std::uint32_t scale = 0;  ///< code of fp32
  std::int32_t tracker = 0;
};

class Session {
 public:
  Session(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c);

  /// Of making the object; calls are possible where it is ok.
  const Reply& created() const { return created_; }
  /// `outputs` is for scale, `gradients` for unscale and step. Not for backward, zero_grad and pickle.
  Observed call(const ScalerCommand& command, const std::vector<std::uint64_t>& outputs,
                const std::vector<Gradients>& gradients);
  ObservedState state();

 private:
  Implementation* implementation_;
  const ScalerOffer* offer_;
  const ScalerCase* case_;
  std::unique_ptr<StatefulObject> object_;
  Reply created_;
};

}  // namespace ulpgate::scaler
