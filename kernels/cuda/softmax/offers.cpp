// What kernels of softmax are offered as.
#include <utility>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;  // NOLINT(google-build-using-namespace)

struct Unit {
  SoftmaxUnit unit;
  const char* name;
};

constexpr Unit warp{SoftmaxUnit::warp, "warp"}, block{SoftmaxUnit::block, "block"},
    online{SoftmaxUnit::online, "online"}, strided{SoftmaxUnit::strided, "strided"};

class Variants {
 public:
  explicit Variants(const Ran& ran) : ran_(ran) {}

  struct Tensors {
    const Format* x;
    const Format* y;
    const Format* mask = nullptr;
  };
  struct Extras {
    const char* suffix = "";
    bool scale = false, causal = false, zero = false, fast = false;
  };

  void add(bool log, const Unit& unit, const Tensors& t, const Extras& e) {
    SoftmaxProblem p{.unit = unit.unit, .log = log, .fast = e.fast, .zero_where_masked = e.zero};
    if (t.mask != nullptr) p.masking = t.mask == &uint8 ? SoftmaxMask::masked_out : SoftmaxMask::added;
    Claims claims{{"accumulator", "fp32"}, {"batch_invariant", "yes"}, {"position_invariant", "yes"}};
    if (!log) claims["masked_row"] = e.zero ? "zero" : "nan";
    // Each thread rescales element by element, and then they merge.
    if (!log && unit.unit == SoftmaxUnit::online) claims["algorithm"] = "online:1";
    if (e.scale) claims["scale"] = "yes";
    if (e.causal) claims["causal"] = "yes";
    if (e.fast) add_fast(claims, log);
    const bool is_scaled = t.y->width() == 8;
    if (is_scaled) claims.merge(scaled_claims(*t.y));
    Formats formats{{"x", std::string(t.x->name)}};
    if (t.mask != nullptr) formats.emplace_back("mask", t.mask->name);
    formats.emplace_back("y", t.y->name);
    if (is_scaled) formats.emplace_back("amax", "fp32");
    add_offer(log ? "log_softmax" : "softmax", std::string(unit.name) + e.suffix, std::move(formats),
              std::move(claims), p);
  }

  void add_backward(bool log, const Format& format, bool scale) {
    Claims claims{{"accumulator", "fp32"}, {"batch_invariant", "yes"}, {"position_invariant", "yes"}};
    if (scale) claims["scale"] = "yes";
    const std::string name(format.name);
    add_offer(log ? "log_softmax_backward" : "softmax_backward", scale ? "block+scale" : "block",
              {{"y", name}, {"dy", name}, {"dx", name}}, std::move(claims),
              SoftmaxBackwardProblem{.log = log});
  }

  std::vector<RowsVariant> all() && { return std::move(all_); }

 private:
  /// The largest errors that the CUDA C++ Programming Guide states; and subnormals are lost on the way.
  static void add_fast(Claims& claims, bool log) {
    claims["exp"] = "2+1.173x";
    claims["subnormals"] = "flushed";
    if (!log) {
      claims["division"] = "2";
      return;
    }
    claims["log"] = "3";
    claims["log_absolute"] = "-21";
  }

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

std::vector<RowsVariant> softmax_variants(const Ran& ran) {
  Variants v(ran);
  for (const Format* f : {&fp32, &fp16, &bf16}) {
    for (const Unit& unit : {warp, block, online, strided}) v.add(false, unit, {f, f}, {});
    for (const Unit& unit : {warp, block}) v.add(true, unit, {f, f}, {});
    v.add_backward(false, *f, false);
    v.add_backward(true, *f, false);
  }
  v.add(false, block, {&bf16, &fp32}, {});
  v.add(false, block, {&fp32, &fp32}, {.suffix = "+fast", .fast = true});
  v.add(true, block, {&fp32, &fp32}, {.suffix = "+fast", .fast = true});
  v.add(true, strided, {&fp32, &fp32}, {});
  v.add(false, block, {&fp32, &fp32, &uint8}, {.suffix = "+masked", .scale = true, .zero = true});
  v.add(false, online, {&fp16, &fp16, &uint8}, {.suffix = "+masked", .scale = true, .zero = true});
  v.add(false, warp, {&bf16, &bf16, &bf16}, {.suffix = "+added", .scale = true});
  v.add(false, warp, {&fp16, &fp16}, {.suffix = "+causal", .scale = true, .causal = true, .zero = true});
  v.add(true, block, {&fp32, &fp32, &uint8}, {.suffix = "+masked", .scale = true});
  v.add(false, block, {&bf16, &e4m3}, {.suffix = "+scaled"});
  v.add(false, block, {&fp32, &e5m2}, {.suffix = "+scaled"});
  v.add_backward(false, bf16, true);
  return std::move(v).all();
}

}  // namespace ulpgate::cuda
