// What kernels of losses are offered as.
#include <string>
#include <utility>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
namespace {

void add(std::vector<RowsVariant>& all, const Format& x, LossReduction reduction, bool smoothing, Ran ran) {
  const char* const reduction_name = reduction == LossReduction::none   ? "none"
                                     : reduction == LossReduction::mean ? "mean"
                                                                        : "sum";
  Claims claims{{"accumulator", "fp32"}, {"reduction", reduction_name}};
  if (smoothing) claims["smoothing"] = "yes";
  const std::string name = std::string(reduction_name) + (smoothing ? "+smoothing" : ""), format(x.name);
  CrossEntropyCall call{{.reduction = reduction}, false};
  ran["function"] = "cross_entropy";
  all.push_back(
      {Offer{"cross_entropy", name, {{"x", format}, {"target", "int64"}, {"loss", "fp32"}}, claims, ran},
       call});
  call.backward = true;
  all.push_back({Offer{"cross_entropy_backward",
                       name,
                       {{"x", format}, {"target", "int64"}, {"dloss", "fp32"}, {"dx", format}},
                       claims,
                       ran},
                 call});
}

}  // namespace

std::vector<RowsVariant> loss_variants(const Ran& ran) {
  using namespace formats;  // NOLINT(google-build-using-namespace)
  std::vector<RowsVariant> all;
  for (const Format* f : {&fp32, &fp16, &bf16}) add(all, *f, LossReduction::none, false, ran);
  add(all, fp32, LossReduction::mean, false, ran);
  add(all, fp32, LossReduction::sum, true, ran);
  add(all, bf16, LossReduction::mean, true, ran);
  return all;
}

}  // namespace ulpgate::cuda
