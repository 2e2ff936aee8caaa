// The backward passes of layer_norm and rms_norm.
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/sums.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

struct Plan {
  bool rms = false;
  bool zero_centred = false;
  Order order = Order::ascending;
};

template <class Number>
Number element(const RowView& v, std::int64_t outer, std::int64_t i) {
  return rounded<Number>(load(*v.format, v.at(outer, i)));
}

/// z = (x - mean) * rstd.
template <class Number>
Number normalised(const Plan& plan, const RowCall& call, std::int64_t row, Number x) {
  const Number centred = plan.rms ? x : x - element<Number>(call.view("mean"), row, 0);
  return centred * element<Number>(call.view("rstd"), row, 0);
}

template <class Number>
Number mean_of(const std::vector<Number>& terms, Order order) {
  return divided(sum_of(std::span<const Number>(terms), order), static_cast<std::int64_t>(terms.size()));
}

/// dx = rstd * (g - mean(g) - z * mean(g * z)); of rms_norm without mean(g).
template <class Number>
void run_row(const Plan& plan, const RowCall& call, std::int64_t row) {
  std::vector<Number> g = load_row<Number>(call.view("dy"), call.n, row),
                      z = load_row<Number>(call.view("x"), call.n, row), products;
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (const RowView* gamma = call.find("gamma")) {
      const Number factor = element<Number>(*gamma, 0, static_cast<std::int64_t>(i));
      g[i] = g[i] * (plan.zero_centred ? Number(1) + factor : factor);
    }
    z[i] = normalised(plan, call, row, z[i]);
    products.push_back(g[i] * z[i]);
  }
  const Number mean = plan.rms ? Number(0) : mean_of(g, plan.order), slope = mean_of(products, plan.order);
  const Number rstd = element<Number>(call.view("rstd"), row, 0);
  for (std::size_t i = 0; i < g.size(); ++i) {
    const Number level = plan.rms ? g[i] : g[i] - mean;
    g[i] = rstd * (level - z[i] * slope);
  }
  store_row(call.view("dx"), g, row);
}

/// dgamma = sum of dy * z, dbeta = sum of dy, down a column.
template <class Number>
void run_column(const Plan& plan, const RowCall& call, std::int64_t i) {
  std::vector<Number> levels, products;
  for (std::int64_t row = 0; row < call.outer; ++row) {
    levels.push_back(element<Number>(call.view("dy"), row, i));
    products.push_back(levels.back() * normalised(plan, call, row, element<Number>(call.view("x"), row, i)));
  }
  if (const RowView* dgamma = call.find("dgamma"))
    store(*dgamma->format, dgamma->at(0, i), wide(sum_of(std::span<const Number>(products), plan.order)));
  if (const RowView* dbeta = call.find("dbeta"))
    store(*dbeta->format, dbeta->at(0, i), wide(sum_of(std::span<const Number>(levels), plan.order)));
}

template <class Number>
Reply run(const Plan& plan, const RowCall& call) {
  for (std::int64_t row = 0; row < call.outer; ++row) run_row<Number>(plan, call, row);
  if (call.find("dgamma") == nullptr && call.find("dbeta") == nullptr) return {};
  for (std::int64_t i = 0; i < call.n; ++i) run_column<Number>(plan, call, i);
  return {};
}

/// `parameters`: of gamma, dgamma and dbeta; nullptr: none of them. `statistics`: of mean and rstd.
template <class Number>
Variant variant(std::string name, const Format* f, const Format* parameters, const Format* statistics,
                const Plan& plan) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)}};
  if (plan.zero_centred) claims["zero_centred"] = "yes";
  return {Offer{plan.rms ? "rms_norm_backward" : "layer_norm_backward",
                std::move(name),
                formats_of({{"dy", f},
                            {"x", f},
                            {"gamma", parameters},
                            {"mean", plan.rms ? nullptr : statistics},
                            {"rstd", statistics},
                            {"dx", f},
                            {"dgamma", parameters},
                            {"dbeta", plan.rms ? nullptr : parameters}}),
                std::move(claims),
                {{"function", "backward pass in plain C++"}}},
          [plan](const RowCall& call) { return run<Number>(plan, call); }};
}

}  // namespace

std::vector<Variant> norm_backward_variants() {
  using namespace formats;
  std::vector<Variant> all;
  for (const bool rms : {false, true}) {
    const Plan ascending{.rms = rms}, lanes{.rms = rms, .order = Order::lanes},
        pairwise{.rms = rms, .order = Order::pairwise};
    all.push_back(variant<float>("plain", &fp32, &fp32, &fp32, ascending));
    all.push_back(variant<float>("bare", &fp32, nullptr, &fp32, lanes));
    all.push_back(variant<float>("plain", &fp16, &fp32, &fp32, lanes));
    all.push_back(variant<float>("plain", &bf16, &bf16, &fp32, pairwise));
    all.push_back(variant<float>("zero_centred", &bf16, &bf16, &fp32, {.rms = rms, .zero_centred = true}));
    all.push_back(variant<double>("plain", &fp64, &fp64, &fp64, ascending));
    all.push_back(variant<Half>("narrow", &fp16, &fp16, &fp16, pairwise));
    all.push_back(variant<Bfloat16>("narrow", &bf16, &bf16, &bf16, pairwise));
  }
  return all;
}

}  // namespace ulpgate::host
