// Steps of AdamW and SGD.
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {
namespace {

bool skips(const RowCall& call) {
  const RowView& found = call.view("found_inf");
  return !(load(*found.format, found.at(0)) == 0);
}

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

void count(const RowView& out, double step) {
  if (out.format->is_floating()) return store(*out.format, out.at(0), step);
  const auto whole = static_cast<std::int64_t>(step);
  std::memcpy(out.at(0), &whole, sizeof whole);
}

template <class Number>
Reply adamw(bool decay_is_added, const RowCall& call) {
  const AdamW<Number> adamw(scalars_of(call), decay_is_added);
  const RowView* model = call.find("model");
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const std::vector<Number> g = load_row<Number>(call.view("x"), call.n, row);
    std::vector<Number> p = load_row<Number>(call.view("param"), call.n, row),
                        m = load_row<Number>(call.view("exp_avg"), call.n, row),
                        v = load_row<Number>(call.view("exp_avg_sq"), call.n, row);
    for (std::size_t i = 0; !skips(call) && i < g.size(); ++i) adamw.step(g[i], p[i], m[i], v[i]);
    store_row(call.view("new_param"), p, row);
    store_row(call.view("new_exp_avg"), m, row);
    store_row(call.view("new_exp_avg_sq"), v, row);
    if (model != nullptr) store_row(*model, p, row);
  }
  if (const RowView* next = call.find("new_step")) count(*next, *call.scalar("step") + (skips(call) ? 0 : 1));
  return {};
}

/// Scalars as of AdamW.
template <class Number>
Reply sgd(bool nesterov, const RowCall& call) {
  const auto scalar = [&](const char* name) { return *call.scalar(name); };
  const auto number = [](double x) { return static_cast<Number>(x); };
  const Number lr = number(scalar("lr")), momentum = number(scalar("momentum")),
               decay = number(scalar("weight_decay")), share = number(1 - scalar("dampening"));
  const bool starts = scalar("first") != 0 || scalar("momentum") == 0;
  const RowView* model = call.find("model");
  for (std::int64_t row = 0; row < call.outer; ++row) {
    const std::vector<Number> x = load_row<Number>(call.view("x"), call.n, row);
    std::vector<Number> p = load_row<Number>(call.view("param"), call.n, row),
                        b = load_row<Number>(call.view("momentum_buffer"), call.n, row);
    for (std::size_t i = 0; !skips(call) && i < x.size(); ++i) {
      const Number g = decay == 0 ? x[i] : x[i] + decay * p[i];
      b[i] = starts ? g : momentum * b[i] + share * g;
      p[i] = p[i] - lr * (nesterov ? g + momentum * b[i] : b[i]);
    }
    store_row(call.view("new_param"), p, row);
    store_row(call.view("new_buffer"), b, row);
    if (model != nullptr) store_row(*model, p, row);
  }
  return {};
}

template <class Number>
Variant adamw_variant(bool decay_is_added, const Format& gradient, const Format* model,
                      const Format* counter = nullptr) {
  const Format* f = format_of<Number>;
  return {Offer{"adamw_step",
                std::string(decay_is_added ? "decay_added" : "decay_first") +
                    (counter != nullptr ? "_counted" : ""),
                formats_of({{"x", &gradient},
                            {"param", f},
                            {"exp_avg", f},
                            {"exp_avg_sq", f},
                            {"found_inf", &formats::fp32},
                            {"new_param", f},
                            {"new_exp_avg", f},
                            {"new_exp_avg_sq", f},
                            {"model", model},
                            {"new_step", counter}}),
                {{"accumulator", std::string(f->name)},
                 {"order", decay_is_added ? "decay_added" : "decay_first"}},
                {{"function", "AdamW in plain C++"}}},
          [decay_is_added](const RowCall& call) { return adamw<Number>(decay_is_added, call); }};
}

template <class Number>
Variant sgd_variant(bool nesterov, const Format& gradient, const Format* model) {
  const Format* f = format_of<Number>;
  return {Offer{"sgd_step",
                nesterov ? "nesterov" : "plain",
                formats_of({{"x", &gradient},
                            {"param", f},
                            {"momentum_buffer", f},
                            {"found_inf", &formats::fp32},
                            {"new_param", f},
                            {"new_buffer", f},
                            {"model", model}}),
                {{"accumulator", std::string(f->name)}, {"nesterov", nesterov ? "yes" : "no"}},
                {{"function", "SGD in plain C++"}}},
          [nesterov](const RowCall& call) { return sgd<Number>(nesterov, call); }};
}

}  // namespace

std::vector<Variant> optimizer_variants() {
  using namespace formats;
  return {
      adamw_variant<float>(false, fp32, nullptr),
      adamw_variant<float>(true, fp32, nullptr),
      adamw_variant<float>(false, bf16, &bf16),
      adamw_variant<float>(true, fp16, &fp16),
      adamw_variant<float>(false, fp32, nullptr, &int64),
      adamw_variant<float>(true, bf16, &bf16, &fp32),
      adamw_variant<double>(false, fp64, nullptr),
      sgd_variant<float>(false, fp32, nullptr),
      sgd_variant<float>(true, fp32, nullptr),
      sgd_variant<float>(false, bf16, &bf16),
      sgd_variant<double>(true, fp64, nullptr),
  };
}

}  // namespace ulpgate::host
