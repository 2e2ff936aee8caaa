// The backward passes of softmax and log_softmax.
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/sums.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

/// dx = y * (dy - sum(y * dy)).
template <class Number>
std::vector<Number> softmax_gradient(const std::vector<Number>& y, std::vector<Number> dy, Order order) {
  std::vector<Number> products(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) products[i] = y[i] * dy[i];
  const Number sum = sum_of(std::span<const Number>(products), order);
  for (std::size_t i = 0; i < y.size(); ++i) dy[i] = y[i] * (dy[i] - sum);
  return dy;
}

/// dx = dy - exp(y) * sum(dy).
template <class Number>
std::vector<Number> log_softmax_gradient(const std::vector<Number>& y, std::vector<Number> dy, Order order) {
  const Number sum = sum_of(std::span<const Number>(dy), order);
  for (std::size_t i = 0; i < y.size(); ++i) dy[i] = dy[i] - exponential(y[i]) * sum;
  return dy;
}

template <class Number>
Reply run(bool log, Order order, const RowCall& call) {
  for (std::int64_t outer = 0; outer < call.outer; ++outer) {
    for (std::int64_t inner = 0; inner < call.inner; ++inner) {
      const std::vector<Number> y = load_row<Number>(call.view("y"), call.n, outer, inner);
      std::vector<Number> dy = load_row<Number>(call.view("dy"), call.n, outer, inner);
      std::vector<Number> dx =
          log ? log_softmax_gradient(y, std::move(dy), order) : softmax_gradient(y, std::move(dy), order);
      if (const auto scale = call.scalar("scale")) {
        for (Number& d : dx) d = d * rounded<Number>(*scale);
      }
      store_row(call.view("dx"), dx, outer, inner);
    }
  }
  return {};
}

template <class Number>
Variant variant(bool log, std::string name, const Format& f, Order order, bool scale = false) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"batch_invariant", "yes"},
                {"position_invariant", "yes"}};
  if (scale) claims["scale"] = "yes";
  return {Offer{log ? "log_softmax_backward" : "softmax_backward",
                std::move(name),
                formats_of({{"y", &f}, {"dy", &f}, {"dx", &f}}),
                std::move(claims),
                {{"function", "backward pass in plain C++"}}},
          [=](const RowCall& call) { return run<Number>(log, order, call); }};
}

}  // namespace

std::vector<Variant> softmax_backward_variants() {
  using namespace formats;
  std::vector<Variant> all;
  for (const bool log : {false, true}) {
    all.push_back(variant<float>(log, "plain", fp32, Order::ascending));
    all.push_back(variant<float>(log, "scaled", fp32, Order::lanes, true));
    all.push_back(variant<float>(log, "plain", fp16, Order::lanes));
    all.push_back(variant<float>(log, "plain", bf16, Order::pairwise));
    all.push_back(variant<double>(log, "plain", fp64, Order::ascending));
    all.push_back(variant<Half>(log, "narrow", fp16, Order::pairwise));
    all.push_back(variant<Bfloat16>(log, "narrow", bf16, Order::pairwise));
  }
  return all;
}

}  // namespace ulpgate::host
