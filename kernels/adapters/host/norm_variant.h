#pragma once
// Entry points of layer_norm and group_norm, in several algorithms.
#include <string>
#include <utility>

#include "kernels/adapters/host/affine.h"
#include "kernels/adapters/host/norm.h"
#include "kernels/adapters/host/results.h"
#include "kernels/adapters/host/variant.h"

namespace ulpgate::host {

struct NormPlan {
  NormAlgorithm algorithm = NormAlgorithm::two_pass;
  Order order = Order::ascending;
  AffinePlan affine = {};
};

/// nullptr for those that it does not have.
struct NormTensors {
  const Format* x;
  const Format* gamma;
  const Format* beta;
  const Format* y;
  const Format* statistics;
  const Format* amax = nullptr;
};

/// What `run` computes in Number.
template <class Number>
Variant norm_variant(const std::string& operation, std::string name, const NormTensors& t,
                     const NormPlan& plan, Reply (*run)(const NormPlan&, const RowCall&)) {
  Claims claims{{"accumulator", std::string(format_of<Number>->name)},
                {"algorithm", algorithm_name(plan.algorithm)},
                {"batch_invariant", "yes"},
                {"position_invariant", "yes"}};
  if (t.amax != nullptr) claims.merge(scaled_claims(*t.y));
  if (plan.affine.zero_centred) claims["zero_centred"] = "yes";
  if (plan.affine.folded) claims["folded"] = "yes";
  if (plan.affine.rounds_first) claims["rounds_first"] = "yes";
  return {Offer{operation,
                std::move(name),
                formats_of({{"x", t.x},
                            {"gamma", t.gamma},
                            {"beta", t.beta},
                            {"y", t.y},
                            {"mean", t.statistics},
                            {"rstd", t.statistics},
                            {"amax", t.amax}}),
                std::move(claims),
                {{"function", operation + " in plain C++"}}},
          [plan, run](const RowCall& call) { return run(plan, call); }};
}

}  // namespace ulpgate::host
