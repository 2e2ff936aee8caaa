#pragma once
// Plays a script to an implementation and to the model (reference/scalers/grad_scaler.h) and finds where they
// part.
//
// Gradients are the oracle's all along: what the implementation made of them is compared and dropped. After
// each command its state is asked for. Play ends at the first difference, since all that follows may follow
// from it.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "suites/scaler/scaler_case.h"

namespace ulpgate::scaler {

/// What a difference is about.
enum class Aspect {
  protocol,   ///< an error where there is none, none where there is one, another one
  scaling,    ///< outputs times the scale
  unscaling,  ///< a gradient after its unscaling
  once,       ///< a gradient that was not to be touched, or a fused optimizer's scale
  found,      ///< steps, or counts too little, where something was found
  progress,   ///< skips, or counts too much, where nothing was
  update,     ///< scale or tracker after an update
  ceiling,    ///< a scale that became infinite
  floor,      ///< a scale below its floor
  schedule,   ///< how often an optimizer's schedule moved
  loading,    ///< scale or tracker after load
  keeping,    ///< scale or tracker after anything else
  memory,     ///< what must not be touched was, or an output was not written
};
constexpr unsigned bit(Aspect a) { return 1u << static_cast<unsigned>(a); }

struct Difference {
  Aspect aspect = Aspect::protocol;
  std::size_t command = 0;
  std::string what;                ///< "stepped, and gradient 1 has an infinity"
  const Format* format = nullptr;  ///< of the next two, where there are any
  std::uint64_t actual = 0, expected = 0, input = 0;
};

struct Play {
  std::uint64_t commands = 0;  ///< answers that were compared
  std::optional<Difference> difference;
  std::optional<Reply> reply;  ///< a call that answered neither ok nor that it was out of place
  /// (command, scale) after creation and after each command that changed it, and after the last one; as the
  /// implementation says.
  std::vector<std::pair<double, double>> scales;
};

/// `between` is called when the object has been made, and after each command; it may be null.
Play play(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
          const std::function<void()>& between = nullptr);
/// To most_shards objects, which are a group: each is given the gradients of its shard. No
/// optimizer is fused.
Play play_shards(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c);

}  // namespace ulpgate::scaler
