#include "suites/scaler/judge.h"

#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "reference/formats/decode.h"
#include "suites/framework/text.h"

namespace ulpgate::scaler {
namespace {

std::uint32_t code_of(float x) { return std::bit_cast<std::uint32_t>(x); }

bool is_call(ScalerCall call) {
  return call != ScalerCall::backward && call != ScalerCall::zero_grad && call != ScalerCall::pickle;
}

bool has_gradients(ScalerCall call) { return call == ScalerCall::unscale || call == ScalerCall::step; }

std::string shown_fp32(std::uint64_t code) { return shown_text(formats::fp32, code); }

class Player {
 public:
  Player(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c)
      : offer_(offer),
        case_(c),
        options_(options_of(offer, c)),
        model_(initial_state(options_)),
        session_(implementation, offer, c) {}

  Play run(const std::function<void()>& between) {
    if (!compare_creation()) return play_;
    if (between) between();
    for (step_ = 0; step_ < case_.script.size(); ++step_) {
      const ScalerCommand& command = case_.script[step_];
      if (!is_call(command.call)) {
        prepare(command);
        continue;
      }
      call(command);
      if (play_.difference || play_.reply) return play_;
      if (between) between();
    }
    return play_;
  }

 private:
  std::vector<Gradients>& own(const ScalerCommand& command) {
    return gradients_[static_cast<std::size_t>(command.optimizer)];
  }
  OptimizerState& model_optimizer(const ScalerCommand& command) {
    return model_.optimizers[static_cast<std::size_t>(command.optimizer)];
  }

  void differ(Aspect aspect, std::string what) {
    if (!play_.difference) play_.difference = Difference{aspect, step_, std::move(what)};
  }
  void differ(Aspect aspect, std::string what, const Format& format, std::uint64_t input,
              std::uint64_t actual, std::uint64_t expected) {
    if (!play_.difference)
      play_.difference = Difference{aspect, step_, std::move(what), &format, actual, expected, input};
  }

  /// Whether there is an object to play with.
  bool compare_creation() {
    const ScalerError expected = check_options(options_);
    const Reply& reply = session_.created();
    if (expected == ScalerError::none && reply.status == Status::ok) return true;
    if (!compare_reply(reply, expected, "create")) return false;
    ++play_.commands;
    return false;
  }

  /// False where the reply ends the play.
  bool compare_reply(const Reply& reply, ScalerError expected, const std::string& what) {
    if (reply.status == Status::unsupported || reply.status == Status::failed) {
      play_.reply = reply;
      return false;
    }
    const std::string right =
        expected == ScalerError::none ? "ok" : "'" + std::string(error_name(expected)) + "'";
    const std::string given = reply.status == Status::ok ? "ok" : "'" + excerpt(reply.message) + "'";
    if (given != right) differ(Aspect::protocol, what + " answered " + given + ", expected " + right);
    return given == right;
  }

  void prepare(const ScalerCommand& command) {
    if (command.call == ScalerCall::zero_grad) own(command).clear();
    if (command.call == ScalerCall::backward) {
      for (Gradients& g : gradients_of(offer_, case_, step_, model_.scale))
        own(command).push_back(std::move(g));
    }
  }

  UnscaleRule rule_for(bool fused) const {
    UnscaleRule rule = offer_.rule;
    if (fused) rule.found = FoundAt::scaled;
    return rule;
  }

  /// Tells the model what its gradients hold, as the claims look at them at the scale that there is now.
  void look(const ScalerCommand& command, bool fused) {
    auto& devices = model_optimizer(command).devices;
    for (auto& d : devices) d.content = GradientContent::absent;
    unscaled_.clear();
    const UnscaleRule rule = rule_for(fused);
    const std::uint64_t scale = code_of(model_.scale);
    const std::uint64_t factor =
        rule.unscaling == Unscaling::division ? scale : code_of(inverse_of(model_.scale));
    std::unordered_map<std::uint64_t, Unscaled> known;
    for (const Gradients& g : own(command)) {
      bool found = false;
      std::vector<Expected>& out = unscaled_.emplace_back();
      for (const std::uint64_t code : g.codes) {
        const auto [at, is_new] = known.try_emplace(code);
        if (is_new) at->second = unscale(rule, code, factor);
        found = found || at->second.found;
        out.push_back(at->second.gradient);
      }
      GradientContent& content = devices[static_cast<std::size_t>(g.device)].content;
      if (found) content = GradientContent::plus_infinity;
      if (content == GradientContent::absent) content = GradientContent::finite;
    }
  }

  void call(const ScalerCommand& command) {
    const bool fused = command.call == ScalerCall::step && (case_.fused >> command.optimizer & 1) != 0;
    const std::vector<Gradients> none;
    const std::vector<std::uint64_t> outputs =
        command.call == ScalerCall::scale ? outputs_of(case_, step_) : std::vector<std::uint64_t>{};
    if (has_gradients(command.call)) look(command, fused);
    const Observed seen = session_.call(command, outputs, has_gradients(command.call) ? own(command) : none);
    const ScalerTransition next = apply(options_, model_, command);
    if (!seen.damage.empty()) differ(Aspect::memory, "the call " + seen.damage);
    if (!compare_reply(seen.reply, next.outcome.error, script_text({command}))) return;
    ++play_.commands;
    if (command.call == ScalerCall::scale) compare_scaled(outputs, seen);
    if (command.call == ScalerCall::step && next.outcome.error == ScalerError::none) {
      compare_step(seen, next.outcome);
      if (fused) compare_fused(seen, next.outcome);
    }
    if (has_gradients(command.call)) compare_gradients(command, seen, next.outcome.inverse.has_value());
    const GradScalerState before = model_;
    model_ = next.state;
    compare_state(command, before);
  }

  void compare_scaled(const std::vector<std::uint64_t>& outputs, const Observed& seen) {
    const Exact scale = Exact::from_double(static_cast<double>(model_.scale));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Expected right =
          encode(formats::fp32, Exact::from_code(formats::fp32, outputs[i]) * scale, Rule{});
      if (meets(formats::fp32, seen.scaled[i], right)) continue;
      differ(Aspect::scaling,
             "scaled element " + std::to_string(i) + " is " + shown_fp32(seen.scaled[i]) + ", expected " +
                 shown_fp32(right.code),
             formats::fp32, outputs[i], seen.scaled[i], right.code);
    }
  }

  void compare_step(const Observed& seen, const ScalerOutcome& right) {
    if (!seen.stepped) {
      differ(Aspect::memory, "'stepped' was not written");
    } else if (*seen.stepped != 0 && !right.stepped) {
      differ(Aspect::found, "the optimizer steps, and a gradient is not finite");
    } else if (*seen.stepped == 0 && right.stepped) {
      differ(Aspect::progress, "the optimizer is skipped, and every gradient is finite");
    }
  }

  void compare_fused(const Observed& seen, const ScalerOutcome& right) {
    if (!seen.grad_scale || !seen.found_inf) {
      differ(Aspect::memory, "'grad_scale' or 'found_inf' was not written");
      return;
    }
    const std::uint32_t scale = code_of(*right.grad_scale), found = code_of(*right.found_inf);
    if (*seen.grad_scale != scale)
      differ(Aspect::once,
             "grad_scale is " + shown_fp32(*seen.grad_scale) + ", expected " + shown_fp32(scale),
             formats::fp32, scale, *seen.grad_scale, scale);
    if (*seen.found_inf != found) {
      const double count = to_double(formats::fp32, *seen.found_inf);
      differ(count > static_cast<double>(*right.found_inf) ? Aspect::progress : Aspect::found,
             "found_inf is " + shown_fp32(*seen.found_inf) + ", expected " + shown_fp32(found), formats::fp32,
             found, *seen.found_inf, found);
    }
  }

  void compare_gradients(const ScalerCommand& command, const Observed& seen, bool unscales) {
    const Format& f = offer_.gradient();
    for (std::size_t t = 0; t < own(command).size(); ++t) {
      Gradients& g = own(command)[t];
      for (std::size_t i = 0; i < g.codes.size(); ++i) {
        const Expected right = unscales ? unscaled_[t][i] : Expected{g.codes[i], Outcome::normal, false};
        const std::uint64_t got = seen.gradients[t][i];
        if (!meets(f, got, right)) {
          differ(unscales ? Aspect::unscaling : Aspect::once,
                 "gradient " + std::to_string(i) + " of tensor " + std::to_string(t) + " was " +
                     shown_text(f, g.codes[i]) + " and is " + shown_text(f, got) + ", expected " +
                     shown_text(f, right.code),
                 f, g.codes[i], got, right.code);
          return;
        }
      }
    }
    for (std::size_t t = 0; unscales && t < own(command).size(); ++t) {
      Gradients& g = own(command)[t];
      for (std::size_t i = 0; i < g.codes.size(); ++i) g.codes[i] = unscaled_[t][i].code;
    }
  }

  Aspect aspect_of_state(const ScalerCommand& command, std::uint32_t scale) const {
    if (command.call == ScalerCall::load) return Aspect::loading;
    if (command.call != ScalerCall::update) return Aspect::keeping;
    if (command.new_scale) return Aspect::update;
    const double seen = to_double(formats::fp32, scale);
    if (std::isinf(seen) && std::isfinite(model_.scale)) return Aspect::ceiling;
    if (offer_.floor > 0 && seen < offer_.floor) return Aspect::floor;
    return Aspect::update;
  }

  void compare_state(const ScalerCommand& command, const GradScalerState& before) {
    const ObservedState seen = session_.state();
    if (seen.reply.status != Status::ok) {
      play_.reply = seen.reply;
      return;
    }
    note_scale(to_double(formats::fp32, seen.scale));
    const std::uint32_t scale = code_of(model_.scale);
    if (seen.scale != scale)
      differ(aspect_of_state(command, seen.scale),
             "the scale is " + shown_fp32(seen.scale) + ", expected " + shown_fp32(scale), formats::fp32,
             code_of(before.scale), seen.scale, scale);
    if (seen.tracker != model_.tracker)
      differ(aspect_of_state(command, scale), "the tracker is " + std::to_string(seen.tracker) +
                                                  ", expected " + std::to_string(model_.tracker));
  }

  void note_scale(double scale) {
    auto& scales = play_.scales;
    if (scales.empty()) scales.emplace_back(0, static_cast<double>(case_.init_scale));
    const bool flat = scales.size() > 1 && scales.back().second == scale && scales.end()[-2].second == scale;
    if (flat) scales.pop_back();
    scales.emplace_back(static_cast<double>(step_ + 1), scale);
  }

  const ScalerOffer& offer_;
  const ScalerCase& case_;
  GradScalerOptions options_;
  GradScalerState model_;
  Session session_;
  std::array<std::vector<Gradients>, most_optimizers> gradients_;
  std::vector<std::vector<Expected>> unscaled_;  ///< of the command's gradients
  std::size_t step_ = 0;
  Play play_;
};

}  // namespace

Play play(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
          const std::function<void()>& between) {
  return Player(implementation, offer, c).run(between);
}

}  // namespace ulpgate::scaler
