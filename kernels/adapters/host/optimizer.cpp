// Steps of AdamW, clipping by the norm, gradient accumulation.
#include <cmath>
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

struct AdamWScalars {
  double lr, beta1, beta2, eps, weight_decay, grad_scale, step;
};

AdamWScalars scalars_of(const RowCall& call) {
  const auto scalar = [&](const char* name) { return *call.scalar(name); };
  return {scalar("lr"),           scalar("beta1"),      scalar("beta2"), scalar("eps"),
          scalar("weight_decay"), scalar("grad_scale"), scalar("step")};
}

/// Scalars are computed in fp64 and rounded to Number.
template <class Number>
struct AdamW {
  AdamW(const AdamWScalars& s, bool added)
      : decay_is_added(added),
        divides(s.grad_scale != 1),
        grad_scale(static_cast<Number>(s.grad_scale)),
        beta2(static_cast<Number>(s.beta2)),
        weight1(static_cast<Number>(1 - s.beta1)),
        weight2(static_cast<Number>(1 - s.beta2)),
        lr(static_cast<Number>(s.lr)),
        eps(static_cast<Number>(s.eps)),
        weight_decay(static_cast<Number>(s.weight_decay)),
        decay(static_cast<Number>(1 - s.lr * s.weight_decay)) {
    const double c1 = 1 - std::pow(s.beta1, s.step), c2 = 1 - std::pow(s.beta2, s.step);
    correction1 = static_cast<Number>(c1);
    correction2 = static_cast<Number>(c2);
    root_correction2 = static_cast<Number>(std::sqrt(c2));
    step_size = static_cast<Number>(s.lr / c1);
  }

  void step(Number g, Number& p, Number& m, Number& v) const {
    if (divides) g = g / grad_scale;
    m = m + weight1 * (g - m);
    v = beta2 * v + weight2 * g * g;
    if (decay_is_added) {
      const Number update = m / correction1 / (std::sqrt(v / correction2) + eps) + weight_decay * p;
      p = p - lr * update;
    } else {
      p = p * decay;
      p = p - step_size * (m / (std::sqrt(v) / root_correction2 + eps));
    }
  }

  bool decay_is_added, divides;
  Number grad_scale, beta2, weight1, weight2, lr, eps, weight_decay, decay;
  Number correction1{}, correction2{}, root_correction2{}, step_size{};
};

template <class Number>
Reply adamw(bool decay_is_added, const RowCall& call) {
  const AdamW<Number> adamw(scalars_of(call), decay_is_added);
  const RowView& found = call.view("found_inf");
  const bool skips = !(load(*found.format, found.at(0)) == 0);
  const RowView* model = call.find("model");
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const std::vector<Number> g = load_row<Number>(call.view("x"), call.n, row);
    std::vector<Number> p = load_row<Number>(call.view("param"), call.n, row),
                        m = load_row<Number>(call.view("exp_avg"), call.n, row),
                        v = load_row<Number>(call.view("exp_avg_sq"), call.n, row);
    for (std::size_t i = 0; !skips && i < g.size(); ++i) adamw.step(g[i], p[i], m[i], v[i]);
    store_row(call.view("new_param"), p, row);
    store_row(call.view("new_exp_avg"), m, row);
    store_row(call.view("new_exp_avg_sq"), v, row);
    if (model != nullptr) store_row(*model, p, row);
  }
  return {};
}

enum class Norm { one, two, infinity };

template <class Number>
Number joined(Norm norm, Number total, Number x) {
  if (norm == Norm::two) return total + x * x;
  if (norm == Norm::one) return total + std::fabs(x);
  // NaN wins.
  return std::isnan(total) || std::fabs(x) <= total ? total : std::fabs(x);
}

struct ClipPlan {
  Norm norm = Norm::two;
  bool by_tensor = false;
  bool reciprocal = true;
};

template <class Number>
Reply clip(const ClipPlan& plan, const RowCall& call) {
  const auto finished = [&](Number total) { return plan.norm == Norm::two ? std::sqrt(total) : total; };
  Number total = 0;
  std::vector<std::vector<Number>> tensors;
  for (std::int64_t row = 0; row < call.outer; ++row) {
    Number own = plan.by_tensor ? 0 : total;
    for (const Number x : tensors.emplace_back(load_row<Number>(call.view("x"), call.n, row)))
      own = joined(plan.norm, own, x);
    total = plan.by_tensor ? joined(plan.norm, total, finished(own)) : own;
  }
  const Number norm = finished(total), most = static_cast<Number>(*call.scalar("max_norm")),
               divisor = norm + static_cast<Number>(1e-6);
  const Number factor = plan.reciprocal ? 1 / divisor * most : most / divisor;
  const Number c = factor > 1 ? Number(1) : factor;
  for (std::int64_t row = 0; row < call.outer; ++row) {
    for (Number& x : tensors[static_cast<std::size_t>(row)]) x = x * c;
    store_row(call.view("y"), tensors[static_cast<std::size_t>(row)], row);
  }
  const RowView& out = call.view("norm");
  store(*out.format, out.at(0), static_cast<double>(norm));
  return {};
}

template <class Number>
Reply accumulate(const RowCall& call) {
  std::vector<Number> sum = load_row<Number>(call.view("main"), call.n, 0);
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const std::vector<Number> x = load_row<Number>(call.view("x"), call.n, row);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + x[i];
  }
  store_row(call.view("sum"), sum, 0);
  return {};
}

template <class Number>
Variant adamw_variant(bool decay_is_added, const Format& gradient, const Format* model) {
  const Format* f = format_of<Number>;
  return {Offer{"adamw_step",
                decay_is_added ? "decay_added" : "decay_first",
                formats_of({{"x", &gradient},
                            {"param", f},
                            {"exp_avg", f},
                            {"exp_avg_sq", f},
                            {"found_inf", &formats::fp32},
                            {"new_param", f},
                            {"new_exp_avg", f},
                            {"new_exp_avg_sq", f},
                            {"model", model}}),
                {{"accumulator", std::string(f->name)},
                 {"order", decay_is_added ? "decay_added" : "decay_first"}},
                {{"function", "AdamW in plain C++"}}},
          [decay_is_added](const RowCall& call) { return adamw<Number>(decay_is_added, call); }};
}

template <class Number>
Variant clip_variant(std::string name, const Format& gradient, const ClipPlan& plan) {
  const Format* f = format_of<Number>;
  const char* norms[] = {"one", "two", "infinity"};
  return {Offer{"clip_grad_norm",
                std::move(name),
                formats_of({{"x", &gradient}, {"y", &gradient}, {"norm", f}}),
                {{"accumulator", std::string(f->name)},
                 {"norm", norms[static_cast<std::size_t>(plan.norm)]},
                 {"sums", plan.by_tensor ? "by_tensor" : "flat"}},
                {{"function", "clipping in plain C++"}}},
          [plan](const RowCall& call) { return clip<Number>(plan, call); }};
}

template <class Number>
Variant accumulate_variant(const Format& gradient) {
  const Format* f = format_of<Number>;
  return {Offer{"accumulate",
                "in_turn",
                formats_of({{"x", &gradient}, {"main", f}, {"sum", f}}),
                {{"accumulator", std::string(f->name)}, {"order", "ascending"}},
                {{"function", "sums in plain C++"}}},
          [](const RowCall& call) { return accumulate<Number>(call); }};
}

}  // namespace

std::vector<Variant> optimizer_variants() {
  using namespace formats;
  return {
      adamw_variant<float>(false, fp32, nullptr),
      adamw_variant<float>(true, fp32, nullptr),
      adamw_variant<float>(false, bf16, &bf16),
      adamw_variant<float>(true, fp16, &fp16),
      adamw_variant<double>(false, fp64, nullptr),
      clip_variant<float>("two", fp32, {}),
      clip_variant<float>("two", bf16, {.by_tensor = true}),
      clip_variant<float>("two_by_tensor", fp32, {.by_tensor = true, .reciprocal = false}),
      clip_variant<float>("one", fp32, {.norm = Norm::one}),
      clip_variant<float>("infinity", fp32, {.norm = Norm::infinity}),
      clip_variant<float>("infinity", fp16, {.norm = Norm::infinity, .reciprocal = false}),
      accumulate_variant<float>(fp32),
      accumulate_variant<float>(bf16),
      accumulate_variant<float>(fp16),
      accumulate_variant<double>(fp64),
  };
}

}  // namespace ulpgate::host
