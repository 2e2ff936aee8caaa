// Norms of gradients, clipping by them, gradient accumulation.
#include <cmath>
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

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
using Tensors = std::vector<std::vector<Number>>;

template <class Number>
Tensors<Number> load_tensors(const RowCall& call) {
  Tensors<Number> tensors;
  for (std::int64_t row = 0; row < call.outer; ++row)
    tensors.push_back(load_row<Number>(call.view("x"), call.n, row));
  return tensors;
}

template <class Number>
Number norm_of(const ClipPlan& plan, const Tensors<Number>& tensors) {
  const auto finished = [&](Number total) { return plan.norm == Norm::two ? std::sqrt(total) : total; };
  Number total = 0;
  for (const std::vector<Number>& tensor : tensors) {
    Number own = plan.by_tensor ? 0 : total;
    for (const Number x : tensor) own = joined(plan.norm, own, x);
    total = plan.by_tensor ? joined(plan.norm, total, finished(own)) : own;
  }
  return finished(total);
}

template <class Number>
Reply gradient_norm(const ClipPlan& plan, const RowCall& call) {
  const RowView& out = call.view("norm");
  store(*out.format, out.at(0), static_cast<double>(norm_of(plan, load_tensors<Number>(call))));
  return {};
}

template <class Number>
Reply clip(const ClipPlan& plan, const RowCall& call) {
  Tensors<Number> tensors = load_tensors<Number>(call);
  const auto scale = static_cast<Number>(*call.scalar("grad_scale"));
  for (std::vector<Number>& tensor : tensors) {
    for (Number& x : tensor) x = scale == 1 ? x : x / scale;
  }
  const Number norm = norm_of(plan, tensors), most = static_cast<Number>(*call.scalar("max_norm")),
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
Variant norm_variant(const Format& gradient, const ClipPlan& plan) {
  const Format* f = format_of<Number>;
  const char* norms[] = {"one", "two", "infinity"};
  const char* norm = norms[static_cast<std::size_t>(plan.norm)];
  return {Offer{"gradient_norm",
                norm,
                formats_of({{"x", &gradient}, {"norm", f}}),
                {{"accumulator", std::string(f->name)},
                 {"norm", norm},
                 {"sums", plan.by_tensor ? "by_tensor" : "flat"}},
                {{"function", "norms in plain C++"}}},
          [plan](const RowCall& call) { return gradient_norm<Number>(plan, call); }};
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

std::vector<Variant> gradient_variants() {
  using namespace formats;
  return {
      clip_variant<float>("two", fp32, {}),
      clip_variant<float>("two", bf16, {.by_tensor = true}),
      clip_variant<float>("two_by_tensor", fp32, {.by_tensor = true, .reciprocal = false}),
      clip_variant<float>("one", fp32, {.norm = Norm::one}),
      clip_variant<float>("infinity", fp32, {.norm = Norm::infinity}),
      clip_variant<float>("infinity", fp16, {.norm = Norm::infinity, .reciprocal = false}),
      norm_variant<float>(fp32, {}),
      norm_variant<float>(bf16, {.by_tensor = true}),
      norm_variant<float>(fp32, {.norm = Norm::one}),
      norm_variant<float>(fp32, {.norm = Norm::infinity}),
      norm_variant<float>(fp16, {.norm = Norm::infinity}),
      norm_variant<double>(fp64, {}),
      accumulate_variant<float>(fp32),
      accumulate_variant<float>(bf16),
      accumulate_variant<float>(fp16),
      accumulate_variant<double>(fp64),
  };
}

}  // namespace ulpgate::host
