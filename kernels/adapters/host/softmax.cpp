#include "kernels/adapters/host/softmax.h"

#include <string>
#include <utility>

#include "kernels/adapters/host/results.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

constexpr double log2_e = 1.4426950408889634074;

template <class Number>
Reply run(const SoftmaxPlan& plan, const RowCall& call) {
  const double scale = call.scalar("scale").value_or(1);
  if (is_base2(plan.algorithm) && !(scale >= 0))
    return {Status::unsupported, "with base 2 the scale is applied after the maximum is taken: not below 0"};
  const Number c = rounded<Number>(scale) * rounded<Number>(log2_e);
  Results<Number> results(call);
  for (std::int64_t outer = 0; outer < call.outer; ++outer) {
    for (std::int64_t inner = 0; inner < call.inner; ++inner) {
      const std::vector<Number> t =
          load_logits<Number>(call, plan.masking, !is_base2(plan.algorithm), outer, inner);
      results.store_row(softmax(t, plan, c), outer, inner);
    }
  }
  results.store_amax();
  return {};
}

struct Tensors {
  const Format* x;
  const Format* mask;
  const Format* y;
  bool scale = false, causal = false;
  const Format* amax = nullptr;
};

template <class Number>
Variant variant(std::string name, const Tensors& tensors, const SoftmaxPlan& plan) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"algorithm", algorithm_claim(plan.algorithm, plan.block)},
                {"division", plan.reciprocal ? "reciprocal" : "rounded"},
                {"masked_row", plan.masking.zero_where_all ? "zero" : "nan"},
                {"batch_invariant", "yes"},
                {"position_invariant", "yes"}};
  if (plan.masking.value) claims["mask_value"] = std::to_string(static_cast<int>(*plan.masking.value));
  if (plan.through_logarithm) claims["quotient"] = "exponential";
  if (tensors.scale) claims["scale"] = "yes";
  if (tensors.causal) claims["causal"] = "yes";
  if (tensors.amax) claims.merge(scaled_claims(*tensors.y));
  return {
      Offer{"softmax",
            std::move(name),
            formats_of({{"x", tensors.x}, {"mask", tensors.mask}, {"y", tensors.y}, {"amax", tensors.amax}}),
            std::move(claims),
            {{"function", "softmax of the C++ library's exp"}}},
      [plan](const RowCall& call) { return run<Number>(plan, call); }};
}

void append_algorithms(std::vector<Variant>& all) {
  using namespace formats;
  using enum SoftmaxAlgorithm;
  const Tensors plain{&fp32, nullptr, &fp32}, scaled{&fp32, nullptr, &fp32, true};
  all.push_back(variant<float>("shifted", plain, {}));
  all.push_back(variant<float>("shifted.reciprocal", plain, {.order = Order::lanes, .reciprocal = true}));
  all.push_back(variant<float>("online", plain, {.algorithm = online, .block = 1}));
  all.push_back(variant<float>("online.blocks", scaled, {.algorithm = online, .block = 32}));
  all.push_back(variant<float>("base2", scaled, {.algorithm = base2, .order = Order::lanes}));
  all.push_back(variant<float>("base2.online", scaled, {.algorithm = base2_online, .block = 64}));
  all.push_back(variant<float>("unshifted", plain, {.algorithm = unshifted}));
  all.push_back(variant<float>("logarithm", plain, {.through_logarithm = true}));
  all.push_back(variant<float>("online.logarithm", {&bf16, nullptr, &bf16},
                               {.algorithm = online, .block = 32, .through_logarithm = true}));
  all.push_back(variant<double>("shifted", {&fp64, nullptr, &fp64}, {}));
  all.push_back(variant<double>("shifted.wide", plain, {.order = Order::pairwise}));
}

void append_masked(std::vector<Variant>& all) {
  using namespace formats;
  const SoftmaxPlan zero{.masking = {.zero_where_all = true}};
  all.push_back(variant<float>("masked", {&fp32, &uint8, &fp32, true}, {}));
  all.push_back(variant<float>("masked.zero", {&fp16, &uint8, &fp16, true}, zero));
  all.push_back(variant<float>("added", {&fp32, &fp32, &fp32, true}, {}));
  all.push_back(variant<float>("added.zero", {&bf16, &bf16, &bf16, true}, zero));
  all.push_back(variant<float>("causal", {&fp32, nullptr, &fp32, true, true}, zero));
  all.push_back(variant<float>("mask_value", {&fp16, &uint8, &fp16, true},
                               {.masking = {.value = -10000, .zero_where_all = true}}));
}

void append_narrow(std::vector<Variant>& all) {
  using namespace formats;
  using enum SoftmaxAlgorithm;
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("shifted", {f, nullptr, f}, {.order = Order::lanes}));
    all.push_back(variant<float>("shifted", {f, nullptr, &fp32}, {}));
    all.push_back(variant<float>("online", {f, nullptr, f}, {.algorithm = online, .block = 32}));
  }
  all.push_back(variant<float>("scaled", {&bf16, nullptr, &e4m3, false, false, &fp32}, {}));
  all.push_back(
      variant<float>("scaled", {&fp32, nullptr, &e5m2, false, false, &fp32}, {.order = Order::lanes}));
  all.push_back(variant<Half>("narrow", {&fp16, nullptr, &fp16}, {.order = Order::pairwise}));
  all.push_back(variant<Half>("narrow.online", {&fp16, nullptr, &fp16}, {.algorithm = online, .block = 32}));
  all.push_back(variant<Bfloat16>("narrow", {&bf16, nullptr, &bf16}, {.order = Order::pairwise}));
  all.push_back(variant<Bfloat16>("narrow.ascending", {&bf16, nullptr, &bf16}, {}));
}

}  // namespace

std::string algorithm_claim(SoftmaxAlgorithm algorithm, std::int64_t block) {
  const std::string blocks = ":" + std::to_string(block);
  switch (algorithm) {
    case SoftmaxAlgorithm::shifted:
      return "shifted";
    case SoftmaxAlgorithm::online:
      return "online" + blocks;
    case SoftmaxAlgorithm::base2:
      return "base2";
    case SoftmaxAlgorithm::base2_online:
      return "base2_online" + blocks;
    case SoftmaxAlgorithm::unshifted:
      return "unshifted";
  }
  return {};
}

std::vector<Variant> softmax_variants() {
  std::vector<Variant> all;
  append_algorithms(all);
  append_masked(all);
  append_narrow(all);
  return all;
}

}  // namespace ulpgate::host
