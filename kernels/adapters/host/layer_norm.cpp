// layer_norm, in several algorithms.
#include "kernels/adapters/host/norm_variant.h"

namespace ulpgate::host {
namespace {

template <class Number>
Reply run(const NormPlan& plan, const RowCall& call) {
  const Affine<Number> affine(call, plan.affine);
  const double eps = *call.scalar("eps");
  Results<Number> results(call);
  for (std::int64_t row = 0; row < call.outer; ++row) {
    std::vector<Number> x = load_row<Number>(call.view("x"), call.n, row);
    const Moments<Number> m = moments(x, plan.algorithm, plan.order);
    const Number rstd = reciprocal_root(m.variance, eps);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = affine(x[i], m.mean, rstd, i);
    results.store_row(std::move(x), row);
    if (const RowView* mean = call.find("mean")) store(*mean->format, mean->at(row), wide(m.mean));
    if (const RowView* out = call.find("rstd")) store(*out->format, out->at(row), wide(rstd));
  }
  results.store_amax();
  return {};
}

template <class Number>
Variant variant(std::string name, const NormTensors& tensors, const NormPlan& plan) {
  return norm_variant<Number>("layer_norm", std::move(name), tensors, plan, run<Number>);
}

}  // namespace

std::vector<Variant> layer_norm_variants() {
  using namespace formats;
  using enum NormAlgorithm;
  const NormTensors affine{&fp32, &fp32, &fp32, &fp32, &fp32}, bare{&fp32, nullptr, nullptr, &fp32, nullptr};
  std::vector<Variant> all{
      variant<float>("two_pass", affine, {}),
      variant<float>("two_pass.bare", bare, {.order = Order::lanes}),
      variant<float>("welford", affine, {.algorithm = welford}),
      variant<float>("one_pass", affine, {.algorithm = one_pass, .order = Order::pairwise}),
      variant<float>("folded", affine, {.affine = {.folded = true}}),
      variant<float>("folded.bare", bare, {.algorithm = welford, .affine = {.folded = true}}),
      variant<float>("folded.zero_centred", {&bf16, &bf16, &bf16, &bf16, &fp32},
                     {.affine = {.zero_centred = true, .folded = true}}),
      variant<float>("zero_centred", {&bf16, &bf16, &bf16, &bf16, &fp32}, {.affine = {.zero_centred = true}}),
      variant<float>("rounds_first", {&bf16, &bf16, nullptr, &bf16, nullptr},
                     {.affine = {.rounds_first = true}}),
      variant<float>("scaled", {&bf16, &bf16, &bf16, &e4m3, &fp32, &fp32}, {}),
      variant<double>("two_pass", {&fp64, &fp64, &fp64, &fp64, &fp64}, {}),
      variant<double>("two_pass.wide", affine, {.order = Order::pairwise}),
      variant<Half>("narrow", {&fp16, &fp16, &fp16, &fp16, &fp16}, {.order = Order::pairwise}),
      variant<Bfloat16>("narrow", {&bf16, &bf16, &bf16, &bf16, &bf16}, {.order = Order::pairwise}),
      variant<Bfloat16>("narrow.welford", {&bf16, &bf16, &bf16, &bf16, &bf16}, {.algorithm = welford}),
  };
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("two_pass", {f, f, f, f, &fp32}, {.order = Order::lanes}));
    all.push_back(variant<float>("two_pass", {f, &fp32, &fp32, &fp32, &fp32}, {}));
    all.push_back(variant<float>("welford", {f, &fp32, &fp32, f, &fp32}, {.algorithm = welford}));
  }
  return all;
}

}  // namespace ulpgate::host
