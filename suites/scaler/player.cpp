#include "suites/scaler/player.h"

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

std::string shown_fp32(std::uint64_t code) { return shown_text(formats::fp32, code); }

}  // namespace

Player::Player(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
               std::optional<ShardPlace> shard)
    : offer_(offer),
      case_(c),
      shard_(shard),
      options_(options_of(offer, c)),
      model_(initial_state(options_)),
      session_(implementation, offer, c, shard) {}

bool Player::has_gradients() const {
  return command().call == ScalerCall::unscale || command().call == ScalerCall::step;
}

bool Player::fused() const {
  return command().call == ScalerCall::step && (case_.fused >> command().optimizer & 1) != 0;
}

OptimizerState& Player::model_optimizer() {
  return model_.optimizers[static_cast<std::size_t>(command().optimizer)];
}

void Player::differ(Aspect aspect, std::string what) {
  if (!play_.difference) play_.difference = Difference{aspect, step_, std::move(what)};
}

void Player::differ(Aspect aspect, std::string what, const Format& format, std::uint64_t input,
                    std::uint64_t actual, std::uint64_t expected) {
  if (!play_.difference)
    play_.difference = Difference{aspect, step_, std::move(what), &format, actual, expected, input};
}

bool Player::compare_creation() {
  const ScalerError expected = check_options(options_);
  const Reply& reply = session_.created();
  if (expected == ScalerError::none && reply.status == Status::ok) return true;
  if (!compare_reply(reply, expected, "create")) return false;
  ++play_.commands;
  return false;
}

/// False where the reply ends the play.
bool Player::compare_reply(const Reply& reply, ScalerError expected, const std::string& what) {
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

bool Player::begin(std::size_t step) {
  step_ = step;
  outputs_.clear();
  if (command().call == ScalerCall::scale) outputs_ = outputs_of(case_, step_);
  if (!is_call(command().call)) prepare();
  return is_call(command().call);
}

void Player::prepare() {
  if (command().call == ScalerCall::zero_grad) own().clear();
  if (command().call == ScalerCall::backward) {
    for (Gradients& g : gradients_of(offer_, case_, step_, model_.scale)) {
      if (!shard_ || shard_->shard == g.shard) own().push_back(std::move(g));
    }
  }
}

bool Player::look() {
  if (!has_gradients()) return false;
  auto& devices = model_optimizer().devices;
  for (auto& d : devices) d.content = GradientContent::absent;
  unscaled_.clear();
  UnscaleRule rule = offer_.rule;
  if (fused()) rule.found = FoundAt::scaled;
  const std::uint64_t scale = code_of(model_.scale);
  const std::uint64_t factor =
      rule.unscaling == Unscaling::division ? scale : code_of(inverse_of(model_.scale));
  std::unordered_map<std::uint64_t, Unscaled> known;
  bool any = false;
  for (const Gradients& g : own()) {
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
    any = any || found;
  }
  return any;
}

void Player::hear(bool found) {
  if (!has_gradients()) return;
  // A shard without gradients takes part, so that there is something to step with.
  auto& devices = model_optimizer().devices;
  devices[0].content = found ? GradientContent::plus_infinity : GradientContent::finite;
}

void Player::observe() {
  const std::vector<Gradients> none;
  seen_ = session_.call(command(), outputs_, has_gradients() ? own() : none);
}

void Player::compare() {
  note_seen(seen_);
  const ScalerTransition next = apply(options_, model_, command());
  if (!seen_.damage.empty()) differ(Aspect::memory, "the call " + seen_.damage);
  if (!compare_reply(seen_.reply, next.outcome.error, script_text({command()}))) return;
  ++play_.commands;
  if (command().call == ScalerCall::scale) compare_scaled();
  if (command().call == ScalerCall::step && next.outcome.error == ScalerError::none) {
    compare_step(next.outcome);
    if (fused()) compare_fused(next.outcome);
  }
  if (next.outcome.scheduled) compare_schedule(*next.outcome.scheduled);
  if (has_gradients()) compare_gradients(next.outcome.inverse.has_value());
  const GradScalerState before = model_;
  model_ = next.state;
  compare_state(before);
}

void Player::compare_scaled() {
  const Exact scale = Exact::from_double(static_cast<double>(model_.scale));
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Expected right =
        encode(formats::fp32, Exact::from_code(formats::fp32, outputs_[i]) * scale, Rule{});
    if (meets(formats::fp32, seen_.scaled[i], right)) continue;
    differ(Aspect::scaling,
           "scaled element " + std::to_string(i) + " is " + shown_fp32(seen_.scaled[i]) + ", expected " +
               shown_fp32(right.code),
           formats::fp32, outputs_[i], seen_.scaled[i], right.code);
  }
}

void Player::compare_step(const ScalerOutcome& right) {
  if (!seen_.stepped) {
    differ(Aspect::memory, "'stepped' was not written");
  } else if (*seen_.stepped != 0 && !right.stepped) {
    differ(Aspect::found, "the optimizer steps, and a gradient is not finite");
  } else if (*seen_.stepped == 0 && right.stepped) {
    differ(Aspect::progress, "the optimizer is skipped, and every gradient is finite");
  }
}

void Player::compare_fused(const ScalerOutcome& right) {
  if (!seen_.grad_scale || !seen_.found_inf) {
    differ(Aspect::memory, "'grad_scale' or 'found_inf' was not written");
    return;
  }
  const std::uint32_t scale = code_of(*right.grad_scale), found = code_of(*right.found_inf);
  if (*seen_.grad_scale != scale)
    differ(Aspect::once, "grad_scale is " + shown_fp32(*seen_.grad_scale) + ", expected " + shown_fp32(scale),
           formats::fp32, scale, *seen_.grad_scale, scale);
  if (*seen_.found_inf != found) {
    const double count = to_double(formats::fp32, *seen_.found_inf);
    differ(count > static_cast<double>(*right.found_inf) ? Aspect::progress : Aspect::found,
           "found_inf is " + shown_fp32(*seen_.found_inf) + ", expected " + shown_fp32(found), formats::fp32,
           found, *seen_.found_inf, found);
  }
}

void Player::compare_schedule(std::int64_t right) {
  if (!seen_.scheduled) {
    differ(Aspect::memory, "'scheduled' was not written");
  } else if (*seen_.scheduled != right) {
    differ(Aspect::schedule, "the schedule of optimizer " + std::to_string(command().optimizer) + " moved " +
                                 std::to_string(*seen_.scheduled) + " times, expected " +
                                 std::to_string(right));
  }
}

void Player::compare_gradients(bool unscales) {
  const Format& f = offer_.gradient();
  for (std::size_t t = 0; t < own().size(); ++t) {
    Gradients& g = own()[t];
    for (std::size_t i = 0; i < g.codes.size(); ++i) {
      const Expected right = unscales ? unscaled_[t][i] : Expected{g.codes[i], Outcome::normal, false};
      const std::uint64_t got = seen_.gradients[t][i];
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
  for (std::size_t t = 0; unscales && t < own().size(); ++t) {
    Gradients& g = own()[t];
    for (std::size_t i = 0; i < g.codes.size(); ++i) g.codes[i] = unscaled_[t][i].code;
  }
}

Aspect Player::aspect_of_state(std::uint32_t scale) const {
  if (command().call == ScalerCall::load) return Aspect::loading;
  if (command().call != ScalerCall::update) return Aspect::keeping;
  if (command().new_scale) return Aspect::update;
  const double seen = to_double(formats::fp32, scale);
  if (std::isinf(seen) && std::isfinite(model_.scale)) return Aspect::ceiling;
  if (offer_.floor > 0 && seen < offer_.floor) return Aspect::floor;
  return Aspect::update;
}

void Player::compare_state(const GradScalerState& before) {
  const ObservedState seen = session_.state();
  if (seen.reply.status != Status::ok) {
    play_.reply = seen.reply;
    return;
  }
  note_scale(to_double(formats::fp32, seen.scale));
  const std::uint32_t scale = code_of(model_.scale);
  if (seen.scale != scale)
    differ(aspect_of_state(seen.scale),
           "the scale is " + shown_fp32(seen.scale) + ", expected " + shown_fp32(scale), formats::fp32,
           code_of(before.scale), seen.scale, scale);
  if (seen.tracker != model_.tracker)
    differ(aspect_of_state(scale),
           "the tracker is " + std::to_string(seen.tracker) + ", expected " + std::to_string(model_.tracker));
}

void Player::note_scale(double scale) {
  auto& scales = play_.scales;
  if (scales.empty()) scales.emplace_back(0, static_cast<double>(case_.init_scale));
  const bool flat = scales.size() > 1 && scales.back().second == scale && scales.end()[-2].second == scale;
  if (flat) scales.pop_back();
  scales.emplace_back(static_cast<double>(step_ + 1), scale);
}

}  // namespace ulpgate::scaler
