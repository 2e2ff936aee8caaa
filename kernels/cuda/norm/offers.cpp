// What kernels of normalizations are offered as.
#include <utility>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;  // NOLINT(google-build-using-namespace)

class Variants {
 public:
  explicit Variants(const Ran& ran) : ran_(ran) {}

  struct Tensors {
    const Format* x;
    const Format* y;
    const Format* parameters;  ///< nullptr: no gamma and no beta
  };

  void add(bool rms, NormUnit unit, const Tensors& t, bool zero_centred = false) {
    Formats formats{{"x", std::string(t.x->name)}};
    if (t.parameters != nullptr) {
      formats.emplace_back("gamma", t.parameters->name);
      if (!rms) formats.emplace_back("beta", t.parameters->name);
    }
    formats.emplace_back("y", t.y->name);
    if (!rms) formats.emplace_back("mean", "fp32");
    formats.emplace_back("rstd", "fp32");
    const bool is_scaled = t.y->width() == 8;
    if (is_scaled) formats.emplace_back("amax", "fp32");
    Claims claims{
        {"accumulator", "fp32"}, {"rsqrt", "2"}, {"batch_invariant", "yes"}, {"position_invariant", "yes"}};
    if (!rms) claims["algorithm"] = unit == NormUnit::welford ? "welford" : "two_pass";
    if (zero_centred) claims["zero_centred"] = "yes";
    std::string name = unit == NormUnit::warp ? "warp" : unit == NormUnit::block ? "block" : "welford";
    if (zero_centred) name += "+zero_centred";
    if (is_scaled) {
      name += "+scaled";
      claims.merge(scaled_claims(*t.y));
    }
    add_offer(rms ? "rms_norm" : "layer_norm", std::move(name), std::move(formats), std::move(claims),
              NormProblem{.unit = unit, .rms = rms, .zero_centred = zero_centred});
  }

  /// x and y of one format, parameters and statistics in fp32.
  void add_group(bool welford, const Format& format) {
    const std::string name(format.name);
    add_offer(
        "group_norm", welford ? "welford" : "block",
        {{"x", name}, {"gamma", "fp32"}, {"beta", "fp32"}, {"y", name}, {"mean", "fp32"}, {"rstd", "fp32"}},
        {{"accumulator", "fp32"},
         {"rsqrt", "2"},
         {"algorithm", welford ? "welford" : "two_pass"},
         {"batch_invariant", "yes"},
         {"position_invariant", "yes"}},
        GroupNormProblem{.welford = welford});
  }

  void add_group_backward(const Format& format) {
    const std::string name(format.name);
    add_offer("group_norm_backward", "block",
              {{"dy", name},
               {"x", name},
               {"gamma", "fp32"},
               {"mean", "fp32"},
               {"rstd", "fp32"},
               {"dx", name},
               {"dgamma", "fp32"},
               {"dbeta", "fp32"}},
              {{"accumulator", "fp32"}}, GroupNormBackwardProblem{});
  }

  void add_backward(bool rms, const Format& format) {
    const std::string name(format.name);
    Formats formats{{"dy", name}, {"x", name}, {"gamma", "fp32"}};
    if (!rms) formats.emplace_back("mean", "fp32");
    formats.insert(formats.end(), {{"rstd", "fp32"}, {"dx", name}, {"dgamma", "fp32"}});
    if (!rms) formats.emplace_back("dbeta", "fp32");
    // A row's dx does not depend on the others; dgamma and dbeta are of all rows.
    add_offer(rms ? "rms_norm_backward" : "layer_norm_backward", "block", std::move(formats),
              {{"accumulator", "fp32"}}, NormBackwardProblem{.rms = rms});
  }

  std::vector<RowsVariant> all() && { return std::move(all_); }

 private:
  void add_offer(const char* operation, std::string name, Formats formats, Claims claims,
                 const RowsProblem& p) {
    Ran ran = ran_;
    ran["function"] = std::string(operation) + " " + name;
    all_.push_back(
        {Offer{operation, std::move(name), std::move(formats), std::move(claims), std::move(ran)}, p});
  }

  const Ran& ran_;
  std::vector<RowsVariant> all_;
};

}  // namespace

std::vector<RowsVariant> norm_variants(const Ran& ran) {
  using enum NormUnit;
  Variants v(ran);
  for (const Format* f : {&fp32, &fp16, &bf16}) {
    for (const NormUnit unit : {warp, block, welford}) v.add(false, unit, {f, f, &fp32});
    for (const NormUnit unit : {warp, block}) v.add(true, unit, {f, f, &fp32});
    for (const bool welford : {false, true}) v.add_group(welford, *f);
    v.add_group_backward(*f);
    v.add_backward(false, *f);
    v.add_backward(true, *f);
  }
  v.add(false, block, {&bf16, &bf16, &bf16}, true);
  v.add(false, warp, {&fp16, &fp32, nullptr});
  v.add(true, warp, {&bf16, &bf16, &bf16}, true);
  v.add(true, block, {&bf16, &fp32, nullptr});
  v.add(false, block, {&bf16, &e4m3, &bf16});
  v.add(false, welford, {&fp32, &e5m2, nullptr});
  v.add(true, block, {&bf16, &e5m2, &bf16});
  v.add(true, block, {&fp32, &e4m3, nullptr});
  return std::move(v).all();
}

}  // namespace ulpgate::cuda
