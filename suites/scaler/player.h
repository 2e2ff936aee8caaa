#pragma once
// Plays a script to one object of an implementation and to the model, and finds where they part.
//
// A command is taken in four steps, so that objects that are shards of a group can take each of them
// together.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/scaler/judge.h"
#include "suites/scaler/session.h"

namespace ulpgate::scaler {

class Player {
 public:
  Player(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
         std::optional<ShardPlace> shard = std::nullopt);

  /// Whether there is an object to play with.
  bool compare_creation();

  /// The command's place in the script; false where it is none that the object is called with.
  bool begin(std::size_t step);
  /// Tells the model what its gradients hold, as the claims look at them at the scale that there is now;
  /// whether something is found.
  bool look();
  /// What was found on any shard.
  void hear(bool found);
  /// Calls the object, and nothing of the model.
  void observe();
  /// What the object did beside what the model does.
  void compare();

  bool ended() const { return play_.difference || play_.reply; }
  const Play& result() const { return play_; }

 private:
  const ScalerCommand& command() const { return case_.script[step_]; }
  bool has_gradients() const;
  bool fused() const;
  std::vector<Gradients>& own() { return gradients_[static_cast<std::size_t>(command().optimizer)]; }
  OptimizerState& model_optimizer();

  void differ(Aspect aspect, std::string what);
  void differ(Aspect aspect, std::string what, const Format& format, std::uint64_t input,
              std::uint64_t actual, std::uint64_t expected);

  void prepare();
  bool compare_reply(const Reply& reply, ScalerError expected, const std::string& what);
  void compare_scaled();
  void compare_step(const ScalerOutcome& right);
  void compare_fused(const ScalerOutcome& right);
  void compare_schedule(std::int64_t right);
  void compare_gradients(bool unscales);
  void compare_state(const GradScalerState& before);
  Aspect aspect_of_state(std::uint32_t scale) const;
  void note_scale(double scale);

  const ScalerOffer& offer_;
  const ScalerCase& case_;
  std::optional<ShardPlace> shard_;
  GradScalerOptions options_;
  GradScalerState model_;
  Session session_;
  std::array<std::vector<Gradients>, most_optimizers> gradients_;
  std::vector<std::vector<Expected>> unscaled_;  ///< of the command's gradients
  std::vector<std::uint64_t> outputs_;           ///< of the command
  Observed seen_;
  std::size_t step_ = 0;
  Play play_;
};

}  // namespace ulpgate::scaler
