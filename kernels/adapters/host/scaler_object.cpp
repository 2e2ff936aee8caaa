#include "kernels/adapters/host/scaler_object.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "kernels/adapters/host/grad_scaler.h"
#include "reference/formats/decode.h"

namespace ulpgate::host {
namespace {

std::optional<double> scalar(const Call& call, std::string_view name) {
  const Scalar* s = call.scalar(name);
  return s == nullptr ? std::nullopt : std::optional(to_double(*s->format, s->bits));
}

template <class Number>
void put(const Call& call, std::string_view name, Number value) {
  if (const Tensor* t = call.tensor(name)) std::memcpy(t->data, &value, sizeof value);
}

std::vector<Gradient> gradients_of(const Call& call) {
  std::vector<Gradient> all;
  for (const Tensor& t : call.tensors) {
    if (t.name.starts_with("gradient") && t.name.size() == 9)
      all.push_back({t.name[8] - '0', t.format, static_cast<std::byte*>(t.data), t.shape[0], t.strides[0]});
  }
  return all;
}

class ScalerObject : public StatefulObject {
 public:
  explicit ScalerObject(const GradScalerOptions& options) : scaler_(options) {}

  Reply call(const Call& call) override {
    const std::vector<Gradient> gradients = gradients_of(call);
    const auto optimizer = static_cast<int>(scalar(call, "optimizer").value_or(0));
    const bool bad_device = std::any_of(gradients.begin(), gradients.end(), [](const Gradient& g) {
      return g.device < 0 || g.device >= GradScaler::devices;
    });
    if (bad_device || optimizer < 0 || optimizer >= GradScaler::optimizers)
      return {Status::invalid, "there is no such optimizer or device"};
    try {
      return answer(call, gradients, optimizer);
    } catch (const ScalerMisuse& misuse) {
      return {Status::invalid, misuse.what()};
    }
  }

 private:
  Reply answer(const Call& call, std::span<const Gradient> gradients, int optimizer) {
    if (call.operation == "scale") {
      scale(call);
    } else if (call.operation == "unscale") {
      scaler_.unscale(optimizer, gradients);
    } else if (call.operation == "step") {
      const GradScaler::Step step =
          scaler_.step(optimizer, gradients, scalar(call, "fused").value_or(0) != 0);
      put(call, "stepped", std::int32_t{step.stepped ? 1 : 0});
      put(call, "grad_scale", step.grad_scale);
      put(call, "found_inf", step.found_inf);
    } else if (call.operation == "update") {
      const auto new_scale = scalar(call, "new_scale");
      new_scale ? scaler_.update(static_cast<float>(*new_scale)) : scaler_.update();
    } else if (call.operation == "schedule") {
      put(call, "scheduled", scaler_.schedule(optimizer));
    } else if (call.operation == "load") {
      const auto loaded = scalar(call, "scale"), tracker = scalar(call, "tracker");
      if (!loaded || !tracker) throw ScalerMisuse("empty_state");
      scaler_.load(static_cast<float>(*loaded), static_cast<std::int32_t>(*tracker));
    } else if (call.operation == "state") {
      put(call, "scale", scaler_.current_scale());
      put(call, "tracker", scaler_.tracker());
    } else {
      return {Status::unsupported, "a scaler has no " + std::string(call.operation)};
    }
    return {};
  }

  void scale(const Call& call) {
    const float factor = scaler_.scale();
    const Tensor *in = call.tensor("outputs"), *out = call.tensor("scaled");
    if (in == nullptr || out == nullptr) return;
    const auto* from = static_cast<const float*>(in->data);
    auto* to = static_cast<float*>(out->data);
    for (std::int64_t i = 0; i < in->shape[0]; ++i)
      to[i * out->strides[0]] = from[i * in->strides[0]] * factor;
  }

  GradScaler scaler_;
};

Offer offer(const char* variant, const Format& format, Claims claims) {
  return {"grad_scaler",
          variant,
          {{"gradient", std::string(format.name)}},
          std::move(claims),
          {{"function", "GradScaler in plain C++"}}};
}

}  // namespace

std::vector<Offer> scaler_offers() {
  using namespace formats;
  std::vector<Offer> all;
  for (const Format* f : {&fp32, &fp16, &bf16, &fp64}) {
    all.push_back(offer(
        "pytorch", *f,
        {{"unscaling", "reciprocal"}, {"found_at", "scaled"}, {"schedule", "called"}, {"shards", "yes"}}));
    all.push_back(offer("looks_twice", *f,
                        {{"unscaling", "reciprocal"},
                         {"found_at", "either"},
                         {"floor", "0.0009765625"},
                         {"schedule", "taken"}}));
    all.push_back(
        offer("divides", *f,
              {{"unscaling", "division"}, {"found_at", "unscaled"}, {"floor", "1.1754943508222875e-38"}}));
  }
  return all;
}

Reply create_scaler(const Call& call, std::unique_ptr<StatefulObject>& object) {
  GradScalerOptions o;
  const std::string variant(call.variant);
  o.divides = variant == "divides";
  o.looks_before = variant != "divides";
  o.looks_after = variant != "pytorch";
  if (variant == "looks_twice") o.floor = 0x1p-10f;
  if (variant == "divides") o.floor = 0x1p-126f;
  o.schedules_skips = variant == "pytorch";
  if (const auto group = scalar(call, "group"); group && variant == "pytorch")
    o.group = FlagExchange::of_group(static_cast<std::int64_t>(*group),
                                     static_cast<int>(scalar(call, "shards").value_or(1)));
  o.init_scale = static_cast<float>(scalar(call, "init_scale").value_or(65536));
  o.growth = scalar(call, "growth").value_or(2);
  o.backoff = scalar(call, "backoff").value_or(0.5);
  o.interval = static_cast<std::int64_t>(scalar(call, "interval").value_or(2000));
  try {
    object = std::make_unique<ScalerObject>(o);
  } catch (const ScalerMisuse& misuse) {
    return {Status::invalid, misuse.what()};
  }
  return {};
}

}  // namespace ulpgate::host
