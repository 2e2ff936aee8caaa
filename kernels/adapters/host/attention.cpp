#include "kernels/adapters/host/attention.h"

#include <string>
#include <utility>

#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

constexpr double log2_e = 1.4426950408889634074;

template <class Number>
Reply run(const AttentionPlan& plan, const RowCall& call) {
  const double scale = call.scalar("scale").value_or(1);
  if (is_base2(plan.algorithm) && !(scale >= 0))
    return {Status::unsupported, "with base 2 the scale is applied after the maximum is taken: not below 0"};
  std::vector<std::vector<Number>> columns;
  for (std::int64_t c = 0; c < call.d; ++c) columns.push_back(load_row<Number>(call.view("v"), call.n, 0, c));
  const Number s = rounded<Number>(scale);
  const Attention<Number> attention(plan, columns, s, s * rounded<Number>(log2_e));
  const RowView& lse = call.view("lse");
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const std::vector<Number> t = load_logits<Number>(call, plan.masking, !is_base2(plan.algorithm), row, 0);
    const Attended<Number> a = attention.row(t);
    store_row(call.view("o"), a.o, row);
    store(*lse.format, lse.at(row), wide(a.lse));
  }
  return {};
}

struct Tensors {
  const Format *x, *v, *o, *lse;
  bool causal = false;
};

template <class Number>
Variant variant(std::string name, const Tensors& t, const AttentionPlan& plan) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"algorithm", algorithm_claim(plan.algorithm, plan.block)},
                {"division", plan.reciprocal ? "reciprocal" : "rounded"},
                {"masked_row", plan.masking.zero_where_all ? "zero" : "nan"},
                {"batch_invariant", "yes"}};
  if (plan.parts > 1) claims["split"] = std::to_string(plan.parts);
  if (plan.probabilities != nullptr) claims["probabilities"] = std::string(plan.probabilities->name);
  if (t.causal) claims["causal"] = "yes";
  return {Offer{"attention",
                std::move(name),
                formats_of({{"x", t.x}, {"v", t.v}, {"o", t.o}, {"lse", t.lse}}),
                std::move(claims),
                {{"function", "attention of the C++ library's exp and log"}}},
          [plan](const RowCall& call) { return run<Number>(plan, call); }};
}

void append_algorithms(std::vector<Variant>& all) {
  using namespace formats;
  using enum SoftmaxAlgorithm;
  const Tensors plain{&fp32, &fp32, &fp32, &fp32}, causal{&fp32, &fp32, &fp32, &fp32, true};
  const Masking zero{.zero_where_all = true};
  all.push_back(variant<float>("shifted", plain, {.order = Order::lanes}));
  all.push_back(variant<float>("weights", plain, {.divides_weights = true, .reciprocal = true}));
  all.push_back(variant<float>("online", plain, {.algorithm = online, .block = 32, .masking = zero}));
  all.push_back(variant<float>("base2", plain, {.algorithm = base2, .order = Order::pairwise}));
  all.push_back(variant<float>("base2.online", plain, {.algorithm = base2_online, .block = 16}));
  all.push_back(variant<float>("unshifted", plain, {.algorithm = unshifted}));
  all.push_back(variant<float>("causal", causal, {.algorithm = online, .block = 8, .masking = zero}));
  all.push_back(variant<float>("split", plain, {.parts = 4}));
  all.push_back(
      variant<float>("split.online", plain,
                     {.algorithm = online, .block = 16, .parts = 3, .by_lse = true, .masking = zero}));
  all.push_back(variant<float>(
      "split.base2", {&fp32, &bf16, &bf16, &fp32},
      {.algorithm = base2_online, .block = 32, .parts = 3, .probabilities = &bf16, .masking = zero}));
  all.push_back(variant<double>("online", {&fp64, &fp64, &fp64, &fp64}, {.algorithm = online, .block = 32}));
}

void append_narrow(std::vector<Variant>& all) {
  using namespace formats;
  using enum SoftmaxAlgorithm;
  for (const Format* f : {&fp16, &bf16}) {
    all.push_back(variant<float>("online", {&fp32, f, f, &fp32},
                                 {.algorithm = online, .block = 64, .probabilities = f}));
    all.push_back(variant<float>("weights", {f, f, f, &fp32}, {.divides_weights = true, .probabilities = f}));
  }
  all.push_back(variant<Half>("narrow", {&fp16, &fp16, &fp16, &fp16}, {.order = Order::pairwise}));
  all.push_back(
      variant<Bfloat16>("narrow.online", {&bf16, &bf16, &bf16, &bf16}, {.algorithm = online, .block = 32}));
}

}  // namespace

std::vector<Variant> attention_variants() {
  std::vector<Variant> all;
  append_algorithms(all);
  append_narrow(all);
  return all;
}

}  // namespace ulpgate::host
