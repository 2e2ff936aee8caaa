// The backward pass of group_norm.
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/sums.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

struct Plan {
  bool zero_centred = false;
  Order order = Order::ascending;
};

template <class Number>
Number element(const RowView& v, std::int64_t batch, std::int64_t channel, std::int64_t at = 0) {
  return rounded<Number>(load(*v.format, v.at(batch, channel, at)));
}

/// z = (x - mean) * rstd.
template <class Number>
Number normalised(const RowCall& call, std::int64_t batch, std::int64_t channel, std::int64_t s) {
  const std::int64_t group = channel / (call.n / call.groups);
  const Number centred = element<Number>(call.view("x"), batch, channel, s) -
                         element<Number>(call.view("mean"), batch, 0, group);
  return centred * element<Number>(call.view("rstd"), batch, 0, group);
}

template <class Number>
Number mean_of(const std::vector<Number>& terms, Order order) {
  return divided(sum_of(std::span<const Number>(terms), order), static_cast<std::int64_t>(terms.size()));
}

/// dx = rstd * (g - mean(g) - z * mean(g * z)).
template <class Number>
void run_group(const Plan& plan, const RowCall& call, std::int64_t batch, std::int64_t group) {
  const std::int64_t channels = call.n / call.groups;
  const auto for_each = [&](auto visit) {
    for (std::int64_t c = group * channels; c < (group + 1) * channels; ++c) {
      for (std::int64_t s = 0; s < call.inner; ++s) visit(c, s);
    }
  };
  std::vector<Number> g, z, products;
  for_each([&](std::int64_t c, std::int64_t s) {
    g.push_back(element<Number>(call.view("dy"), batch, c, s));
    z.push_back(normalised<Number>(call, batch, c, s));
    if (const RowView* gamma = call.find("gamma")) {
      const Number factor = element<Number>(*gamma, 0, c);
      g.back() = g.back() * (plan.zero_centred ? Number(1) + factor : factor);
    }
    products.push_back(g.back() * z.back());
  });
  const Number mean = mean_of(g, plan.order), slope = mean_of(products, plan.order);
  const Number rstd = element<Number>(call.view("rstd"), batch, 0, group);
  const RowView& dx = call.view("dx");
  std::size_t next = 0;
  for_each([&](std::int64_t c, std::int64_t s) {
    store(*dx.format, dx.at(batch, c, s), wide(rstd * ((g[next] - mean) - z[next] * slope)));
    ++next;
  });
}

/// dgamma = sum of dy * z, dbeta = sum of dy, over batch and spatial.
template <class Number>
void run_channel(const Plan& plan, const RowCall& call, std::int64_t channel) {
  std::vector<Number> levels, products;
  for (std::int64_t batch = 0; batch < call.outer; ++batch) {
    for (std::int64_t s = 0; s < call.inner; ++s) {
      levels.push_back(element<Number>(call.view("dy"), batch, channel, s));
      products.push_back(levels.back() * normalised<Number>(call, batch, channel, s));
    }
  }
  if (const RowView* dgamma = call.find("dgamma"))
    store(*dgamma->format, dgamma->at(0, channel),
          wide(sum_of(std::span<const Number>(products), plan.order)));
  if (const RowView* dbeta = call.find("dbeta"))
    store(*dbeta->format, dbeta->at(0, channel), wide(sum_of(std::span<const Number>(levels), plan.order)));
}

template <class Number>
Reply run(const Plan& plan, const RowCall& call) {
  for (std::int64_t batch = 0; batch < call.outer && call.n * call.inner > 0; ++batch) {
    for (std::int64_t group = 0; group < call.groups; ++group) run_group<Number>(plan, call, batch, group);
  }
  if (call.find("dgamma") == nullptr && call.find("dbeta") == nullptr) return {};
  for (std::int64_t c = 0; c < call.n; ++c) run_channel<Number>(plan, call, c);
  return {};
}

/// `parameters`: of gamma, dgamma and dbeta; nullptr: none of them. `statistics`: of mean and rstd.
template <class Number>
Variant variant(std::string name, const Format* f, const Format* parameters, const Format* statistics,
                const Plan& plan) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)}};
  if (plan.zero_centred) claims["zero_centred"] = "yes";
  return {Offer{"group_norm_backward",
                std::move(name),
                formats_of({{"dy", f},
                            {"x", f},
                            {"gamma", parameters},
                            {"mean", statistics},
                            {"rstd", statistics},
                            {"dx", f},
                            {"dgamma", parameters},
                            {"dbeta", parameters}}),
                std::move(claims),
                {{"function", "backward pass in plain C++"}}},
          [plan](const RowCall& call) { return run<Number>(plan, call); }};
}

}  // namespace

std::vector<Variant> group_norm_backward_variants() {
  using namespace formats;
  return {
      variant<float>("plain", &fp32, &fp32, &fp32, {}),
      variant<float>("bare", &fp32, nullptr, &fp32, {.order = Order::lanes}),
      variant<float>("plain", &fp16, &fp32, &fp32, {.order = Order::lanes}),
      variant<float>("plain", &bf16, &bf16, &fp32, {.order = Order::pairwise}),
      variant<float>("zero_centred", &bf16, &bf16, &fp32, {.zero_centred = true}),
      variant<double>("plain", &fp64, &fp64, &fp64, {}),
      variant<Bfloat16>("narrow", &bf16, &bf16, &bf16, {.order = Order::pairwise}),
  };
}

}  // namespace ulpgate::host
