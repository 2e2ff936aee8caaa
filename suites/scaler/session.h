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
  std::optional<std::int32_t> scheduled;               ///< of schedule; no value: not written
  std::optional<std::uint32_t> grad_scale, found_inf;  ///< of a fused step, codes of fp32
  std::string damage;  ///< what was touched that must not be; empty when nothing
};

struct ObservedState {
  Reply reply;
  std::uint32_t scale = 0;  ///< code of fp32
  std::int32_t tracker = 0;
};

/// An object's place in a group of shards.
struct ShardPlace {
  int shard = 0, shards = 1;
  std::int64_t group = 0;
};

/// Counts what a call wrote in the row's fingerprint; not on the thread that calls, which may be another one.
void note_seen(const Observed& seen);

class Session {
 public:
  Session(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
          const std::optional<ShardPlace>& shard = std::nullopt);

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
