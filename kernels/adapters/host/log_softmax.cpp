// log_softmax, in several algorithms.
#include <string>
#include <utility>

#include "kernels/adapters/host/softmax.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

enum class Algorithm {
  subtract,    ///< (x - max) - log(sum)
  lse,         ///< x - (max + log(sum))
  of_softmax,  ///< log of softmax
};

template <class Number>
std::vector<Number> log_softmax(std::vector<Number> t, Algorithm algorithm, Order order) {
  const Number largest = largest_of(std::span<const Number>(t));
  const Exponentials<Number> e = shifted_exponentials(t, largest, order);
  const Number log_sum = logarithm(e.sum), lse = largest + log_sum;
  for (std::size_t i = 0; i < t.size(); ++i) {
    switch (algorithm) {
      case Algorithm::subtract:
        t[i] = (t[i] - largest) - log_sum;
        break;
      case Algorithm::lse:
        t[i] = t[i] - lse;
        break;
      case Algorithm::of_softmax:
        t[i] = logarithm(e.terms[i] / e.sum);
        break;
    }
  }
  return t;
}

template <class Number>
Reply run(Algorithm algorithm, Order order, const RowCall& call) {
  for (std::int64_t outer = 0; outer < call.outer; ++outer) {
    for (std::int64_t inner = 0; inner < call.inner; ++inner) {
      std::vector<Number> t = load_logits<Number>(call, {}, true, outer, inner);
      store_row(call.view("y"), log_softmax(std::move(t), algorithm, order), outer, inner);
    }
  }
  return {};
}

struct Tensors {
  const Format* x;
  const Format* mask;
  const Format* y;
  bool scale = false;
};

const char* text(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::subtract:
      return "subtract";
    case Algorithm::lse:
      return "lse";
    case Algorithm::of_softmax:
      return "of_softmax";
  }
  return "";
}

template <class Number>
Variant variant(std::string name, const Tensors& tensors, Algorithm algorithm,
                Order order = Order::ascending) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"algorithm", text(algorithm)},
                {"batch_invariant", "yes"},
                {"position_invariant", "yes"}};
  if (tensors.scale) claims["scale"] = "yes";
  return {Offer{"log_softmax",
                std::move(name),
                formats_of({{"x", tensors.x}, {"mask", tensors.mask}, {"y", tensors.y}}),
                std::move(claims),
                {{"function", "log_softmax of the C++ library's exp and log"}}},
          [=](const RowCall& call) { return run<Number>(algorithm, order, call); }};
}

}  // namespace

std::vector<Variant> log_softmax_variants() {
  using namespace formats;
  using enum Algorithm;
  std::vector<Variant> all{
      variant<float>("subtract", {&fp32, nullptr, &fp32}, subtract, Order::lanes),
      variant<float>("lse", {&fp32, nullptr, &fp32}, lse),
      variant<float>("of_softmax", {&fp32, nullptr, &fp32}, of_softmax),
      variant<float>("masked", {&fp32, &uint8, &fp32, true}, subtract),
      variant<float>("added", {&bf16, &fp32, &fp32, true}, subtract),
      variant<double>("subtract", {&fp64, nullptr, &fp64}, subtract),
      variant<Half>("narrow", {&fp16, nullptr, &fp16}, subtract, Order::pairwise),
      variant<Bfloat16>("narrow", {&bf16, nullptr, &bf16}, subtract, Order::pairwise),
  };
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("subtract", {f, nullptr, f}, subtract));
    all.push_back(variant<float>("subtract", {f, nullptr, &fp32}, subtract));
  }
  return all;
}

}  // namespace ulpgate::host
