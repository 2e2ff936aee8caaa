// group_norm, in several algorithms.
#include "kernels/adapters/host/norm_variant.h"

namespace ulpgate::host {
namespace {

template <class Number>
Reply run(const NormPlan& plan, const RowCall& call) {
  const Affine<Number> affine(call, plan.affine);
  const double eps = *call.scalar("eps");
  const RowView &in = call.view("x"), &out = call.view("y");
  const std::int64_t channels = call.n / call.groups;
  const auto for_each = [&](std::int64_t group, auto visit) {
    for (std::int64_t c = group * channels; c < (group + 1) * channels; ++c) {
      for (std::int64_t s = 0; s < call.inner; ++s) visit(c, s);
    }
  };
  for (std::int64_t batch = 0; batch < call.outer; ++batch) {
    for (std::int64_t group = 0; group < call.groups; ++group) {
      std::vector<Number> x;
      for_each(group, [&](std::int64_t c, std::int64_t s) {
        x.push_back(rounded<Number>(load(*in.format, in.at(batch, c, s))));
      });
      const Moments<Number> m = moments(x, plan.algorithm, plan.order);
      const Number rstd = reciprocal_root(m.variance, eps);
      auto next = x.begin();
      for_each(group, [&](std::int64_t c, std::int64_t s) {
        store(*out.format, out.at(batch, c, s),
              wide(affine(*next++, m.mean, rstd, static_cast<std::size_t>(c))));
      });
      if (const RowView* mean = call.find("mean"))
        store(*mean->format, mean->at(batch, 0, group), wide(m.mean));
      if (const RowView* root = call.find("rstd"))
        store(*root->format, root->at(batch, 0, group), wide(rstd));
    }
  }
  return {};
}

template <class Number>
Variant variant(std::string name, const NormTensors& tensors, const NormPlan& plan) {
  return norm_variant<Number>("group_norm", std::move(name), tensors, plan, run<Number>);
}

}  // namespace

std::vector<Variant> group_norm_variants() {
  using namespace formats;
  using enum NormAlgorithm;
  const NormTensors affine{&fp32, &fp32, &fp32, &fp32, &fp32}, bare{&fp32, nullptr, nullptr, &fp32, nullptr};
  std::vector<Variant> all{
      variant<float>("two_pass", affine, {}),
      variant<float>("two_pass.bare", bare, {.order = Order::lanes}),
      variant<float>("welford", affine, {.algorithm = welford}),
      variant<float>("one_pass", affine, {.algorithm = one_pass, .order = Order::pairwise}),
      variant<double>("two_pass", {&fp64, &fp64, &fp64, &fp64, &fp64}, {}),
      variant<float>("zero_centred", {&bf16, &bf16, &bf16, &bf16, &fp32}, {.affine = {.zero_centred = true}}),
      variant<float>("rounds_first", {&bf16, &bf16, nullptr, &bf16, nullptr},
                     {.affine = {.rounds_first = true}}),
      variant<Bfloat16>("narrow", {&bf16, &bf16, &bf16, &bf16, &bf16}, {.order = Order::pairwise}),
  };
  all.push_back(variant<float>("folded", affine, {.algorithm = welford, .affine = {.folded = true}}));
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("folded", {f, &fp32, &fp32, f, &fp32}, {.affine = {.folded = true}}));
    all.push_back(variant<float>("two_pass", {f, &fp32, &fp32, f, &fp32}, {.order = Order::lanes}));
    all.push_back(variant<float>("welford", {f, &fp32, &fp32, &fp32, &fp32}, {.algorithm = welford}));
  }
  return all;
}

}  // namespace ulpgate::host
