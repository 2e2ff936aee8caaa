// What kernels of attention are offered as.
#include <utility>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;  // NOLINT(google-build-using-namespace)

struct Extras {
  int parts = 1;
  bool causal = false, zero = false, fast = false;
};

RowsVariant variant(const Ran& ran, std::string name, const Format& x, const Format& v, const Extras& e) {
  const AttentionProblem problem{.fast = e.fast, .zero_where_masked = e.zero, .parts = e.parts};
  Claims claims{{"accumulator", "fp32"},
                {"algorithm", "online:" + std::to_string(attention_tile)},
                {"masked_row", e.zero ? "zero" : "nan"},
                {"batch_invariant", "yes"}};
  if (e.parts > 1) claims["split"] = std::to_string(e.parts);
  if (&v != &fp32) claims["probabilities"] = std::string(v.name);
  if (e.causal) claims["causal"] = "yes";
  // The largest errors that the CUDA C++ Programming Guide states; and subnormals are lost on the way.
  if (e.fast)
    claims.insert({{"exp", "2+1.173x"},
                   {"log", "3"},
                   {"log_absolute", "-21"},
                   {"division", "2"},
                   {"subnormals", "flushed"}});
  const std::string of_x(x.name), of_v(v.name);
  Ran all = ran;
  all["function"] = "attention " + name;
  return {Offer{"attention",
                std::move(name),
                {{"x", of_x}, {"v", of_v}, {"o", of_v}, {"lse", "fp32"}},
                std::move(claims),
                std::move(all)},
          problem};
}

}  // namespace

std::vector<RowsVariant> attention_variants(const Ran& ran) {
  return {
      variant(ran, "online", fp32, fp32, {}),
      variant(ran, "online", fp16, fp16, {.zero = true}),
      variant(ran, "online", fp32, bf16, {}),
      variant(ran, "online+fast", fp32, fp32, {.fast = true}),
      variant(ran, "online+causal", fp32, fp32, {.causal = true, .zero = true}),
      variant(ran, "split", fp32, fp32, {.parts = 4, .zero = true}),
      variant(ran, "split", bf16, bf16, {.parts = 3}),
  };
}

}  // namespace ulpgate::cuda
