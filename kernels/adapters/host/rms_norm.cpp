// rms_norm.
#include <string>
#include <utility>

#include "kernels/adapters/host/affine.h"
#include "kernels/adapters/host/norm.h"
#include "kernels/adapters/host/results.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

struct Plan {
  Order order = Order::ascending;
  AffinePlan affine = {};
};

template <class Number>
Number root_of_squares(const std::vector<Number>& x, Order order, double eps) {
  std::vector<Number> squares;
  for (const Number v : x) squares.push_back(v * v);
  return reciprocal_root(mean_of(squares, order), eps);
}

template <class Number>
Reply run(const Plan& plan, const RowCall& call) {
  const Affine<Number> affine(call, plan.affine);
  const double eps = *call.scalar("eps");
  Results<Number> results(call);
  for (std::int64_t row = 0; row < call.outer; ++row) {
    std::vector<Number> x = load_row<Number>(call.view("x"), call.n, row);
    const Number rstd = root_of_squares(x, plan.order, eps);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = affine(x[i] * rstd, i);
    results.store_row(std::move(x), row);
    if (const RowView* out = call.find("rstd")) store(*out->format, out->at(row), wide(rstd));
  }
  results.store_amax();
  return {};
}

struct Tensors {
  const Format* x;
  const Format* gamma;
  const Format* y;
  const Format* rstd;
  const Format* amax = nullptr;
};

template <class Number>
Variant variant(std::string name, const Tensors& t, const Plan& plan) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"batch_invariant", "yes"},
                {"position_invariant", "yes"}};
  if (t.amax != nullptr) claims.merge(scaled_claims(*t.y));
  if (plan.affine.zero_centred) claims["zero_centred"] = "yes";
  if (plan.affine.rounds_first) claims["rounds_first"] = "yes";
  return {Offer{"rms_norm",
                std::move(name),
                formats_of({{"x", t.x}, {"gamma", t.gamma}, {"y", t.y}, {"rstd", t.rstd}, {"amax", t.amax}}),
                std::move(claims),
                {{"function", "rms_norm in plain C++"}}},
          [plan](const RowCall& call) { return run<Number>(plan, call); }};
}

}  // namespace

std::vector<Variant> rms_norm_variants() {
  using namespace formats;
  std::vector<Variant> all{
      variant<float>("fused", {&fp32, &fp32, &fp32, &fp32}, {}),
      variant<float>("fused.bare", {&fp32, nullptr, &fp32, nullptr}, {.order = Order::lanes}),
      variant<float>("zero_centred", {&bf16, &bf16, &bf16, &fp32}, {.affine = {.zero_centred = true}}),
      variant<float>("rounds_first", {&bf16, &bf16, &bf16, nullptr}, {.affine = {.rounds_first = true}}),
      variant<float>("scaled", {&bf16, &bf16, &e5m2, nullptr, &fp32}, {}),
      variant<float>("scaled", {&fp16, &fp32, &e4m3, &fp32, &fp32}, {.order = Order::lanes}),
      variant<double>("fused", {&fp64, &fp64, &fp64, &fp64}, {}),
      variant<Half>("narrow", {&fp16, &fp16, &fp16, &fp16}, {.order = Order::pairwise}),
      variant<Bfloat16>("narrow", {&bf16, &bf16, &bf16, &bf16}, {.order = Order::pairwise}),
  };
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("fused", {f, f, f, &fp32}, {.order = Order::lanes}));
    all.push_back(variant<float>("fused", {f, &fp32, &fp32, &fp32}, {}));
  }
  return all;
}

}  // namespace ulpgate::host
