// What kernels of loss scaling and optimizer steps are offered as, and a call of one as a problem.
#include <cmath>
#include <utility>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;  // NOLINT(google-build-using-namespace)

/// Sets sizes, places and scalars. Scalars are computed in fp64 and rounded once.
class Placed {
 public:
  explicit Placed(const RowCall& call) : call_(call) {}

  void operator()(UnscaleProblem& p) const {
    sizes(p);
    p.x = at("x");
    p.y = at("y");
    p.sizes = at("sizes");
    p.scale = at("scale");
    p.found_inf = at("found_inf");
    p.found = at("found");
  }
  void operator()(ScaleUpdateProblem& p) const {
    p.devices = call_.outer;
    p.n = call_.n;
    p.growth = scalar("growth");
    p.backoff = scalar("backoff");
    p.interval = static_cast<std::int64_t>(scalar("interval"));
    p.found_inf = at("found_inf");
    p.scale = at("scale");
    p.tracker = at("tracker");
    p.new_scale = at("new_scale");
    p.new_tracker = at("new_tracker");
  }
  void operator()(GradientNormProblem& p) const {
    sizes(p);
    p.x = at("x");
    p.norm = at("norm");
  }
  void operator()(ClipProblem& p) const {
    (*this)(p.norm);
    p.max_norm = number(scalar("max_norm"));
    p.norm.grad_scale = number(scalar("grad_scale"));
    p.y = at("y");
  }
  void operator()(AccumulateProblem& p) const {
    sizes(p);
    p.x = at("x");
    p.main = at("main");
    p.sum = at("sum");
  }
  void operator()(AdamWProblem& p) const {
    sizes(p);
    p.memory = step_memory();
    p.exp_avg = at("exp_avg");
    p.exp_avg_sq = at("exp_avg_sq");
    p.new_exp_avg = at("new_exp_avg");
    p.new_exp_avg_sq = at("new_exp_avg_sq");
    const double beta1 = scalar("beta1"), beta2 = scalar("beta2"), step = scalar("step"), lr = scalar("lr");
    p.grad_scale = number(scalar("grad_scale"));
    p.beta2 = number(beta2);
    p.weight1 = number(1 - beta1);
    p.weight2 = number(1 - beta2);
    p.lr = number(lr);
    p.eps = number(scalar("eps"));
    p.weight_decay = number(scalar("weight_decay"));
    p.decay = number(1 - lr * scalar("weight_decay"));
    const double correction1 = 1 - std::pow(beta1, step), correction2 = 1 - std::pow(beta2, step);
    p.correction1 = number(correction1);
    p.correction2 = number(correction2);
    p.root_correction2 = number(std::sqrt(correction2));
    p.step_size = number(lr / correction1);
  }
  void operator()(SgdProblem& p) const {
    sizes(p);
    p.memory = step_memory();
    p.buffer = at("momentum_buffer");
    p.new_buffer = at("new_buffer");
    p.lr = number(scalar("lr"));
    p.momentum = number(scalar("momentum"));
    p.share = number(1 - scalar("dampening"));
    p.weight_decay = number(scalar("weight_decay"));
    p.starts = scalar("first") != 0 || scalar("momentum") == 0;
  }

 private:
  template <class Problem>
  void sizes(Problem& p) const {
    p.rows = call_.outer;
    p.n = call_.n;
  }
  StepMemory step_memory() const {
    return {at("x"), at("found_inf"), at("param"), at("new_param"), at("model")};
  }
  RowMemory at(const char* role) const { return memory_of(call_, role); }
  double scalar(const char* name) const { return *call_.scalar(name); }
  static float number(double x) { return static_cast<float>(x); }

  const RowCall& call_;
};

class Variants {
 public:
  explicit Variants(const Ran& ran) : ran_(ran) {}

  void add(const char* operation, std::string name, Formats formats, Claims claims,
           const OptimizerProblem& p) {
    Ran ran = ran_;
    ran["function"] = std::string(operation) + " " + name;
    claims["accumulator"] = "fp32";
    all_.push_back(
        {Offer{operation, std::move(name), std::move(formats), std::move(claims), std::move(ran)}, p});
  }

  void add_unscale(const Format& f) {
    const std::string x(f.name);
    add("unscale_check", "chunks",
        {{"x", x}, {"sizes", "int64"}, {"scale", "fp32"}, {"found_inf", "fp32"}, {"y", x}, {"found", "fp32"}},
        {{"unscaling", "reciprocal"}, {"found_at", "scaled"}}, UnscaleProblem{});
  }

  void add_norms(const Format& f, GradientNorm kind) {
    const char* names[] = {"one", "two", "infinity"};
    const std::string x(f.name), name(names[static_cast<std::size_t>(kind)]);
    const Claims claims{{"norm", name}};
    add("gradient_norm", name, {{"x", x}, {"norm", "fp32"}}, claims, GradientNormProblem{.kind = kind});
    add("clip_grad_norm", name, {{"x", x}, {"y", x}, {"norm", "fp32"}}, claims,
        ClipProblem{.norm = {.kind = kind}});
  }

  void add_adamw(const Format& gradient, const Format* model, bool decay_is_added) {
    const char* const order = decay_is_added ? "decay_added" : "decay_first";
    Formats formats{{"x", std::string(gradient.name)},
                    {"param", "fp32"},
                    {"exp_avg", "fp32"},
                    {"exp_avg_sq", "fp32"},
                    {"found_inf", "fp32"},
                    {"new_param", "fp32"},
                    {"new_exp_avg", "fp32"},
                    {"new_exp_avg_sq", "fp32"}};
    if (model != nullptr) formats.emplace_back("model", model->name);
    add("adamw_step", order, std::move(formats), {{"order", order}},
        AdamWProblem{.decay_is_added = decay_is_added});
  }

  void add_sgd(const Format& gradient, const Format* model, bool nesterov) {
    Formats formats{{"x", std::string(gradient.name)},
                    {"param", "fp32"},
                    {"momentum_buffer", "fp32"},
                    {"found_inf", "fp32"},
                    {"new_param", "fp32"},
                    {"new_buffer", "fp32"}};
    if (model != nullptr) formats.emplace_back("model", model->name);
    add("sgd_step", nesterov ? "nesterov" : "plain", std::move(formats),
        {{"nesterov", nesterov ? "yes" : "no"}}, SgdProblem{.nesterov = nesterov});
  }

  std::vector<RowsVariant> all() && { return std::move(all_); }

 private:
  const Ran& ran_;
  std::vector<RowsVariant> all_;
};

}  // namespace

void place(OptimizerProblem& problem, const RowCall& call) { std::visit(Placed(call), problem); }

std::vector<RowsVariant> optimizer_variants(const Ran& ran) {
  Variants v(ran);
  for (const Format* f : {&fp32, &fp16, &bf16}) {
    v.add_unscale(*f);
    v.add("accumulate", "columns", {{"x", std::string(f->name)}, {"main", "fp32"}, {"sum", "fp32"}},
          {{"order", "ascending"}}, AccumulateProblem{});
    v.add_norms(*f, GradientNorm::two);
  }
  v.add("unscale_check", "division",
        {{"x", "fp16"}, {"scale", "fp32"}, {"found_inf", "fp32"}, {"y", "fp16"}, {"found", "fp32"}},
        {{"unscaling", "division"}, {"found_at", "either"}},
        UnscaleProblem{.divides = true, .looks_after = true});
  v.add("scale_update", "pytorch",
        {{"found_inf", "fp32"},
         {"scale", "fp32"},
         {"tracker", "int32"},
         {"new_scale", "fp32"},
         {"new_tracker", "int32"}},
        {}, ScaleUpdateProblem{});
  v.add_norms(fp32, GradientNorm::one);
  v.add_norms(fp32, GradientNorm::infinity);
  v.add_norms(fp16, GradientNorm::infinity);
  v.add_adamw(fp32, nullptr, false);
  v.add_adamw(bf16, &bf16, false);
  v.add_adamw(fp16, &fp16, true);
  v.add_sgd(fp32, nullptr, true);
  v.add_sgd(bf16, &bf16, false);
  return std::move(v).all();
}

}  // namespace ulpgate::cuda
