#include "kernels/cuda/rows/variant.h"

#include <iterator>
#include <utility>

namespace ulpgate::cuda {
namespace {

ElementFormat element_format_of(const Format& format) {
  if (format.name == "fp16") return ElementFormat::fp16;
  if (format.name == "bf16") return ElementFormat::bf16;
  if (format.name == "e4m3") return ElementFormat::e4m3;
  if (format.name == "e5m2") return ElementFormat::e5m2;
  return format.name == "uint8" ? ElementFormat::int8 : ElementFormat::fp32;
}

/// Sets the places and sizes of a problem from a call.
class Placed {
 public:
  explicit Placed(const RowCall& call) : call_(call) {}

  void operator()(SoftmaxProblem& p) const {
    sizes(p);
    p.scale = static_cast<float>(call_.scalar("scale").value_or(1));
    p.queries = static_cast<std::int64_t>(call_.scalar("causal").value_or(0));
    place(p.x, "x");
    place(p.mask, "mask");
    scaled(p);
  }
  void operator()(SoftmaxBackwardProblem& p) const {
    sizes(p);
    p.scale = static_cast<float>(call_.scalar("scale").value_or(1));
    place(p.y, "y");
    place(p.dy, "dy");
    place(p.dx, "dx");
  }
  void operator()(NormProblem& p) const {
    matrix(p);
    p.eps = static_cast<float>(*call_.scalar("eps"));
    for (const auto& [memory, role] : {Role{&p.x, "x"}, Role{&p.gamma, "gamma"}, Role{&p.beta, "beta"},
                                       Role{&p.mean, "mean"}, Role{&p.rstd, "rstd"}})
      place(*memory, role);
    scaled(p);
  }
  void operator()(GroupNormProblem& p) const {
    groups(p);
    p.eps = static_cast<float>(*call_.scalar("eps"));
    for (const auto& [memory, role] : {Role{&p.x, "x"}, Role{&p.y, "y"}, Role{&p.gamma, "gamma"},
                                       Role{&p.beta, "beta"}, Role{&p.mean, "mean"}, Role{&p.rstd, "rstd"}})
      place(*memory, role);
  }
  void operator()(GroupNormBackwardProblem& p) const {
    groups(p);
    for (const auto& [memory, role] :
         {Role{&p.dy, "dy"}, Role{&p.x, "x"}, Role{&p.dx, "dx"}, Role{&p.gamma, "gamma"},
          Role{&p.mean, "mean"}, Role{&p.rstd, "rstd"}, Role{&p.dgamma, "dgamma"}, Role{&p.dbeta, "dbeta"}})
      place(*memory, role);
  }
  void operator()(NormBackwardProblem& p) const {
    matrix(p);
    for (const auto& [memory, role] :
         {Role{&p.dy, "dy"}, Role{&p.x, "x"}, Role{&p.dx, "dx"}, Role{&p.gamma, "gamma"},
          Role{&p.mean, "mean"}, Role{&p.rstd, "rstd"}, Role{&p.dgamma, "dgamma"}, Role{&p.dbeta, "dbeta"}})
      place(*memory, role);
  }

  void operator()(CrossEntropyCall& c) const {
    CrossEntropyProblem& p = c.problem;
    matrix(p);
    p.smoothing = static_cast<float>(call_.scalar("smoothing").value_or(0));
    p.ignore_index = static_cast<std::int64_t>(*call_.scalar("ignore_index"));
    for (const auto& [memory, role] : {Role{&p.x, "x"}, Role{&p.target, "target"}, Role{&p.loss, "loss"},
                                       Role{&p.dloss, "dloss"}, Role{&p.dx, "dx"}})
      place(*memory, role);
  }
  void operator()(AttentionProblem& p) const {
    matrix(p);
    p.d = call_.d;
    p.scale = static_cast<float>(call_.scalar("scale").value_or(1));
    p.queries = static_cast<std::int64_t>(call_.scalar("causal").value_or(0));
    for (const auto& [memory, role] :
         {Role{&p.x, "x"}, Role{&p.v, "v"}, Role{&p.o, "o"}, Role{&p.lse, "lse"}})
      place(*memory, role);
  }
  void operator()(OptimizerProblem& p) const { cuda::place(p, call_); }

 private:
  using Role = std::pair<RowMemory*, const char*>;

  template <class Problem>
  void sizes(Problem& p) const {
    p.outer = call_.outer;
    p.n = call_.n;
    p.inner = call_.inner;
  }
  template <class Problem>
  void groups(Problem& p) const {
    p.batch = call_.outer;
    p.channels = call_.n;
    p.spatial = call_.inner;
    p.groups = call_.groups;
  }
  template <class Problem>
  void matrix(Problem& p) const {
    p.rows = call_.outer;
    p.n = call_.n;
  }
  /// y, and what it is scaled by and beside.
  template <class Problem>
  void scaled(Problem& p) const {
    p.scale_y = static_cast<float>(call_.scalar("scale_y").value_or(1));
    place(p.y, "y");
    place(p.amax, "amax");
  }
  void place(RowMemory& to, const char* role) const { to = memory_of(call_, role); }

  const RowCall& call_;
};

struct Refusal {
  std::string operator()(const SoftmaxProblem& p) const {
    const bool too_long = p.unit == SoftmaxUnit::warp && p.n > softmax_warp_limit;
    return too_long ? "a warp's registers hold rows of 1024 elements" : "";
  }
  std::string operator()(const SoftmaxBackwardProblem&) const { return ""; }
  std::string operator()(const NormProblem& p) const {
    if (p.unit == NormUnit::warp && p.n > norm_warp_limit)
      return "a warp's registers hold rows of 1024 elements";
    return uncountable(p.n);
  }
  std::string operator()(const GroupNormProblem& p) const {
    return uncountable(p.channels / p.groups * p.spatial);
  }
  std::string operator()(const GroupNormBackwardProblem& p) const {
    return uncountable(p.channels / p.groups * p.spatial);
  }
  std::string operator()(const NormBackwardProblem& p) const { return uncountable(p.n); }
  std::string operator()(const CrossEntropyCall& c) const {
    const CrossEntropyProblem& p = c.problem;
    const RowMemory& loss = c.backward ? p.dloss : p.loss;
    if (p.reduction == LossReduction::none && loss.outer_stride == 0 && p.rows > 1)
      return "without a reduction there is a loss for each row";
    return uncountable(p.rows > p.n ? p.rows : p.n);
  }
  std::string operator()(const AttentionProblem&) const { return ""; }
  std::string operator()(const OptimizerProblem&) const { return ""; }

 private:
  static std::string uncountable(std::int64_t n) { return n > norm_limit ? "fp32 counts to 2^24" : ""; }
};

}  // namespace

RowMemory memory_of(const RowCall& call, const char* role) {
  const RowView* from = call.find(role);
  if (from == nullptr) return {};
  return {from->data, element_format_of(*from->format), from->outer_stride, from->stride, from->inner_stride};
}

Claims scaled_claims(const Format& y) {
  Claims claims{{"scale_y", "yes"}, {"amax", "unrounded"}, {"amax_nan", "propagates"}};
  if (!y.has_infinity) claims["overflow"] = "saturate";
  return claims;
}

std::vector<RowsVariant> rows_variants(const Ran& ran) {
  std::vector<RowsVariant> all;
  for (const auto make :
       {softmax_variants, norm_variants, loss_variants, attention_variants, optimizer_variants}) {
    std::vector<RowsVariant> some = make(ran);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

RowsProblem problem_of(const RowsVariant& variant, const RowCall& call) {
  RowsProblem problem = variant.problem;
  std::visit(Placed(call), problem);
  return problem;
}

std::string why_not(const RowsProblem& problem) { return std::visit(Refusal(), problem); }

std::size_t workspace_bytes(const RowsProblem& problem) {
  if (const auto* p = std::get_if<NormBackwardProblem>(&problem)) return norm_workspace_bytes(*p);
  if (const auto* c = std::get_if<CrossEntropyCall>(&problem))
    return cross_entropy_workspace_bytes(c->problem);
  if (const auto* a = std::get_if<AttentionProblem>(&problem)) return attention_workspace_bytes(*a);
  if (const auto* o = std::get_if<OptimizerProblem>(&problem)) {
    const bool sums =
        std::holds_alternative<GradientNormProblem>(*o) || std::holds_alternative<ClipProblem>(*o);
    return sums ? norm_parts * sizeof(float) : 0;
  }
  return 0;
}

}  // namespace ulpgate::cuda
