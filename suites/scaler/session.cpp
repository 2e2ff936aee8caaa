#include "suites/scaler/session.h"

#include <array>
#include <bit>
#include <cstring>
#include <deque>

#include "suites/framework/buffer.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/guarded_call.h"

namespace ulpgate::scaler {
namespace {

constexpr std::int64_t packed = 1;
constexpr std::array<std::string_view, most_devices> gradient_names{"gradient0", "gradient1", "gradient2"};

/// Tensors of rank 1 in guarded memory, for one call.
class Tensors {
 public:
  explicit Tensors(std::size_t lead) : lead_(lead) {}

  /// `codes` empty: an output of `count` elements.
  std::size_t add(std::string_view name, const Format& format, const std::vector<std::uint64_t>& codes,
                  std::size_t count) {
    Held& h = held_.emplace_back(Held{name, &format, static_cast<std::int64_t>(count),
                                      GuardedBuffer(count * format.bytes(), lead_ * format.bytes())});
    h.buffer.poison(first_poison);
    for (std::size_t i = 0; i < codes.size(); ++i)
      std::memcpy(h.buffer.data() + i * format.bytes(), &codes[i], format.bytes());
    tensors_.push_back({.name = name,
                        .format = &format,
                        .shape = std::span(&h.count, 1),
                        .strides = std::span(&packed, 1),
                        .data = h.buffer.data()});
    return held_.size() - 1;
  }
  std::span<const Tensor> all() const { return tensors_; }

  std::vector<std::uint64_t> codes(std::size_t i) const {
    const Held& h = held_[i];
    std::vector<std::uint64_t> out(static_cast<std::size_t>(h.count), 0);
    for (std::size_t k = 0; k < out.size(); ++k)
      std::memcpy(&out[k], h.buffer.data() + k * h.format->bytes(), h.format->bytes());
    return out;
  }

  std::string damage() const {
    for (const Held& h : held_) {
      if (const auto where = h.buffer.broken_guard())
        return describe_broken_guard(*where, h.buffer.size()) + " of " + std::string(h.name);
    }
    return {};
  }

 private:
  struct Held {
    std::string_view name;
    const Format* format;
    std::int64_t count;
    GuardedBuffer buffer;
  };
  std::size_t lead_;
  std::deque<Held> held_;  // a deque: addresses stay
  std::vector<Tensor> tensors_;
};

std::uint64_t poisoned_word() {
  std::uint32_t word = 0;
  std::memset(&word, first_poison, sizeof word);
  return word;
}

/// nullopt where nothing was written.
std::optional<std::uint32_t> word_of(const Tensors& tensors, std::size_t i) {
  const std::uint64_t word = tensors.codes(i)[0];
  return word == poisoned_word() ? std::nullopt : std::optional(static_cast<std::uint32_t>(word));
}

Scalar fp32_scalar(std::string_view name, double value) {
  return {name, &formats::fp32, std::bit_cast<std::uint32_t>(static_cast<float>(value))};
}
Scalar fp64_scalar(std::string_view name, double value) {
  return {name, &formats::fp64, std::bit_cast<std::uint64_t>(value)};
}
Scalar int32_scalar(std::string_view name, std::int64_t value) {
  return {name, &formats::int32, static_cast<std::uint32_t>(value)};
}

std::string_view operation_of(ScalerCall call) {
  switch (call) {
    case ScalerCall::scale:
      return "scale";
    case ScalerCall::unscale:
      return "unscale";
    case ScalerCall::step:
      return "step";
    case ScalerCall::update:
      return "update";
    case ScalerCall::load:
      return "load";
    case ScalerCall::schedule:
      return "schedule";
    case ScalerCall::backward:
    case ScalerCall::zero_grad:
    case ScalerCall::pickle:
      break;
  }
  return "";
}

/// What was not written is not noted.
template <typename Integer>
void note(const std::optional<Integer>& word) {
  if (!word) return;
  const std::uint64_t code = static_cast<std::uint32_t>(*word);
  note_outputs({&code, 1});
}

}  // namespace

void note_seen(const Observed& seen) {
  if (seen.reply.status != Status::ok) return;
  note_outputs(seen.scaled);
  for (const std::vector<std::uint64_t>& codes : seen.gradients) note_outputs(codes);
  note(seen.stepped);
  note(seen.grad_scale);
  note(seen.found_inf);
  note(seen.scheduled);
}

Session::Session(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
                 const std::optional<ShardPlace>& shard)
    : implementation_(&implementation), offer_(&offer), case_(&c) {
  Tensors tensors(0);
  tensors.add("gradient", offer.gradient(), {}, 0);
  std::vector<Scalar> scalars{fp32_scalar("init_scale", static_cast<double>(c.init_scale)),
                              fp64_scalar("growth", c.growth),
                              fp64_scalar("backoff", c.backoff),
                              {"interval", &formats::int64, static_cast<std::uint64_t>(c.interval)}};
  if (shard) {
    scalars.push_back(int32_scalar("shard", shard->shard));
    scalars.push_back(int32_scalar("shards", shard->shards));
    scalars.push_back({"group", &formats::int64, static_cast<std::uint64_t>(shard->group)});
  }
  created_ = guarded_create(implementation,
                            {.operation = "grad_scaler",
                             .variant = offer.offer.variant,
                             .tensors = tensors.all(),
                             .scalars = scalars},
                            object_);
  if (created_.status == Status::ok && object_ == nullptr)
    created_ = {Status::failed, "create() answered ok and made nothing"};
}

Observed Session::call(const ScalerCommand& command, const std::vector<std::uint64_t>& outputs,
                       const std::vector<Gradients>& gradients) {
  Tensors tensors(case_->lead);
  std::vector<Scalar> scalars;
  Observed seen;
  const bool is_scale = command.call == ScalerCall::scale, is_step = command.call == ScalerCall::step;
  const bool has_gradients = is_step || command.call == ScalerCall::unscale;
  const bool fused = is_step && (case_->fused >> command.optimizer & 1) != 0;
  const bool is_schedule = command.call == ScalerCall::schedule;
  std::size_t scaled = 0, stepped = 0, grad_scale = 0, found_inf = 0, scheduled = 0;
  if (is_scale) {
    tensors.add("outputs", formats::fp32, outputs, outputs.size());
    scaled = tensors.add("scaled", formats::fp32, {}, outputs.size());
  }
  if (has_gradients) {
    scalars.push_back(int32_scalar("optimizer", command.optimizer));
    for (const Gradients& g : gradients)
      tensors.add(gradient_names[static_cast<std::size_t>(g.device)], offer_->gradient(), g.codes,
                  g.codes.size());
  }
  if (is_step) {
    scalars.push_back(int32_scalar("fused", fused ? 1 : 0));
    stepped = tensors.add("stepped", formats::int32, {}, 1);
  }
  if (fused) {
    grad_scale = tensors.add("grad_scale", formats::fp32, {}, 1);
    found_inf = tensors.add("found_inf", formats::fp32, {}, 1);
  }
  if (is_schedule) {
    scalars.push_back(int32_scalar("optimizer", command.optimizer));
    scheduled = tensors.add("scheduled", formats::int32, {}, 1);
  }
  if (command.new_scale) scalars.push_back(fp32_scalar("new_scale", static_cast<double>(*command.new_scale)));
  if (command.loaded) {
    scalars.push_back(fp32_scalar("scale", command.loaded->scale));
    scalars.push_back(int32_scalar("tracker", command.loaded->clean));
  }
  std::string state_change;
  seen.reply = guarded_call(*implementation_, *object_,
                            {.operation = operation_of(command.call),
                             .variant = offer_->offer.variant,
                             .tensors = tensors.all(),
                             .scalars = scalars},
                            &state_change);
  seen.damage = tensors.damage();
  if (seen.damage.empty() && !state_change.empty()) seen.damage = "left the thread changed: " + state_change;
  if (is_scale) {
    seen.scaled = tensors.codes(scaled);
    if (seen.damage.empty() && tensors.codes(0) != outputs) seen.damage = "changed outputs";
  }
  for (std::size_t i = 0; has_gradients && i < gradients.size(); ++i)
    seen.gradients.push_back(tensors.codes(i));
  if (is_step) {
    if (const auto word = word_of(tensors, stepped)) seen.stepped = static_cast<std::int32_t>(*word);
  }
  if (is_schedule) {
    if (const auto word = word_of(tensors, scheduled)) seen.scheduled = static_cast<std::int32_t>(*word);
  }
  if (fused) {
    seen.grad_scale = word_of(tensors, grad_scale);
    seen.found_inf = word_of(tensors, found_inf);
  }
  return seen;
}

ObservedState Session::state() {
  Tensors tensors(0);
  tensors.add("scale", formats::fp32, {}, 1);
  tensors.add("tracker", formats::int32, {}, 1);
  ObservedState state;
  state.reply = guarded_call(
      *implementation_, *object_,
      {.operation = "state", .variant = offer_->offer.variant, .tensors = tensors.all(), .scalars = {}});
  state.scale = static_cast<std::uint32_t>(tensors.codes(0)[0]);
  state.tracker = static_cast<std::int32_t>(static_cast<std::uint32_t>(tensors.codes(1)[0]));
  if (state.reply.status == Status::ok) {
    note_outputs(tensors.codes(0));
    note_outputs(tensors.codes(1));
  }
  return state;
}

}  // namespace ulpgate::scaler
