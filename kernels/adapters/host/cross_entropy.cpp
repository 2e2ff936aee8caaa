// Cross entropy of logits and targets, and its backward pass.
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "kernels/adapters/host/softmax.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

enum class Reduction { none, mean, sum };

const char* text(Reduction reduction) {
  switch (reduction) {
    case Reduction::none:
      return "none";
    case Reduction::mean:
      return "mean";
    case Reduction::sum:
      return "sum";
  }
  return "";
}

struct Plan {
  Reduction reduction = Reduction::none;
  Order order = Order::ascending;
  bool smoothing = false;
};

/// The row's target; nothing where it is ignored.
std::optional<std::int64_t> target_of(const RowCall& call, std::int64_t row) {
  std::int64_t target = 0;
  std::memcpy(&target, call.view("target").at(row), sizeof target);
  if (target == static_cast<std::int64_t>(*call.scalar("ignore_index"))) return std::nullopt;
  return target;
}

std::int64_t counted_rows(const RowCall& call) {
  std::int64_t rows = 0;
  for (std::int64_t row = 0; row < call.outer; ++row) rows += target_of(call, row) ? 1 : 0;
  return rows;
}

/// A sentence where a target names no class.
Reply check(const RowCall& call, const Plan& plan, const char* reduced) {
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const auto target = target_of(call, row);
    if (target && (*target < 0 || *target >= call.n))
      return {Status::invalid, "target " + std::to_string(*target) + " of row " + std::to_string(row) +
                                   " is no class of " + std::to_string(call.n)};
  }
  if (plan.reduction == Reduction::none && call.reduced != call.outer)
    return {Status::invalid, std::string(reduced) + " has one element, and there is no reduction"};
  return {};
}

template <class Number>
struct LogSoftmax {
  std::vector<Number> x;
  Number largest, log_sum;
  Exponentials<Number> e;
  Number operator()(std::size_t i) const { return (x[i] - largest) - log_sum; }
};

template <class Number>
LogSoftmax<Number> log_softmax_of(const RowCall& call, std::int64_t row, Order order) {
  LogSoftmax<Number> p{
      .x = load_row<Number>(call.view("x"), call.n, row), .largest = {}, .log_sum = {}, .e = {}};
  p.largest = largest_of(std::span<const Number>(p.x));
  p.e = shifted_exponentials(p.x, p.largest, order);
  p.log_sum = logarithm(p.e.sum);
  return p;
}

/// -(1 - s) * p[target] - s * mean(p).
template <class Number>
Number loss_of(const RowCall& call, const Plan& plan, std::int64_t row) {
  const auto target = target_of(call, row);
  if (!target) return Number(0);
  const LogSoftmax<Number> p = log_softmax_of<Number>(call, row, plan.order);
  const Number of_target = p(static_cast<std::size_t>(*target));
  if (!plan.smoothing) return Number(0) - of_target;
  const Number s = rounded<Number>(*call.scalar("smoothing"));
  std::vector<Number> all;
  for (std::size_t i = 0; i < p.x.size(); ++i) all.push_back(p(i));
  const Number mean = divided(sum_of(std::span<const Number>(all), plan.order), call.n);
  return Number(0) - (Number(1) - s) * of_target - s * mean;
}

template <class Number>
Reply run_forward(const Plan& plan, const RowCall& call) {
  if (Reply reply = check(call, plan, "loss"); reply.status != Status::ok) return reply;
  const RowView& loss = call.view("loss");
  std::vector<Number> losses;
  for (std::int64_t row = 0; row < call.outer; ++row) losses.push_back(loss_of<Number>(call, plan, row));
  if (plan.reduction == Reduction::none) {
    for (std::int64_t row = 0; row < call.outer; ++row)
      store(*loss.format, loss.at(row), wide(losses[static_cast<std::size_t>(row)]));
    return {};
  }
  Number total = sum_of(std::span<const Number>(losses), plan.order);
  if (plan.reduction == Reduction::mean) total = divided(total, counted_rows(call));
  store(*loss.format, loss.at(0), wide(total));
  return {};
}

/// dloss * (softmax - (1 - s) * one_hot - s / n), over the number of rows that count where the loss is a
/// mean.
template <class Number>
std::vector<Number> gradient(const RowCall& call, const Plan& plan, std::int64_t row, std::int64_t counted) {
  std::vector<Number> dx(static_cast<std::size_t>(call.n), Number(0));
  const auto target = target_of(call, row);
  if (!target) return dx;
  const RowView& dloss = call.view("dloss");
  Number factor = rounded<Number>(load(*dloss.format, dloss.at(row)));
  if (plan.reduction == Reduction::mean) factor = divided(factor, counted);
  const LogSoftmax<Number> p = log_softmax_of<Number>(call, row, plan.order);
  const Number s = plan.smoothing ? rounded<Number>(*call.scalar("smoothing")) : Number(0);
  for (std::size_t i = 0; i < dx.size(); ++i) {
    Number d = p.e.terms[i] / p.e.sum;
    if (static_cast<std::int64_t>(i) == *target) d = d - (Number(1) - s);
    if (plan.smoothing) d = d - divided(s, call.n);
    dx[i] = factor * d;
  }
  return dx;
}

template <class Number>
Reply run_backward(const Plan& plan, const RowCall& call) {
  if (Reply reply = check(call, plan, "dloss"); reply.status != Status::ok) return reply;
  const std::int64_t counted = counted_rows(call);
  for (std::int64_t row = 0; row < call.outer; ++row)
    store_row(call.view("dx"), gradient<Number>(call, plan, row, counted), row);
  return {};
}

Claims claims_of(const Format& accumulator, const Plan& plan) {
  Claims claims{{"accumulator", std::string(accumulator.name)}, {"reduction", text(plan.reduction)}};
  if (plan.smoothing) claims["smoothing"] = "yes";
  return claims;
}

template <class Number>
void add(std::vector<Variant>& all, const std::string& name, const Format& x, const Format& loss,
         const Plan& plan) {
  const Claims claims = claims_of(*format_of<Number>, plan);
  const std::map<std::string, std::string> ran{{"function", "cross entropy in plain C++"}};
  all.push_back({Offer{"cross_entropy", name,
                       formats_of({{"x", &x}, {"target", &formats::int64}, {"loss", &loss}}), claims, ran},
                 [plan](const RowCall& call) { return run_forward<Number>(plan, call); }});
  all.push_back(
      {Offer{"cross_entropy_backward", name,
             formats_of({{"x", &x}, {"target", &formats::int64}, {"dloss", &loss}, {"dx", &x}}), claims, ran},
       [plan](const RowCall& call) { return run_backward<Number>(plan, call); }});
}

}  // namespace

std::vector<Variant> cross_entropy_variants() {
  using namespace formats;
  std::vector<Variant> all;
  add<float>(all, "none", fp32, fp32, {});
  add<float>(all, "mean", fp32, fp32, {.reduction = Reduction::mean, .order = Order::lanes});
  add<float>(all, "sum", fp32, fp32, {.reduction = Reduction::sum, .order = Order::pairwise});
  add<float>(all, "smoothing", fp32, fp32, {.smoothing = true});
  add<float>(all, "smoothing.mean", bf16, fp32, {.reduction = Reduction::mean, .smoothing = true});
  add<float>(all, "none", fp16, fp32, {});
  add<float>(all, "none", bf16, fp32, {});
  add<double>(all, "none", fp64, fp64, {});
  return all;
}

}  // namespace ulpgate::host
