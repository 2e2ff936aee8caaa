#include "kernels/cuda/gemm/offers.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "kernels/api/gemm_offer.h"
#include "kernels/cuda/format_of.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::cuda {
namespace {

const char* family_of(GemmUnit unit) {
  return unit == GemmUnit::cuda_core ? "fma" : unit == GemmUnit::tensor_core ? "mma" : "wgmma";
}

/// What is done with a kernel's sums.
struct Use {
  ElementFormat d;
  ElementFormat c;
  int split_k = 1;
  bool partials_in_output = false;
  bool bias = false;
  bool scales = false;
  bool amax = false;
};

class Variants {
 public:
  Variants(const std::string& architecture, const std::map<std::string, std::string>& ran)
      : architecture_(architecture), number_(architecture_number(architecture)), ran_(ran) {}

  void add(const GemmKernel& k) {
    if (number_ < k.first_architecture || number_ > k.last_architecture) return;
    using enum ElementFormat;
    const ElementFormat sum = k.accumulator;
    add(k, {.d = sum, .c = sum});
    if (sum != fp32 || k.unit == GemmUnit::cuda_core) {
      if (sum == fp32) add(k, {.d = sum, .c = sum, .split_k = 4});
      return;
    }
    const bool is_fp8 = bytes_of(k.a) == 1;
    if (k.a == tf32) {
      add(k, {.d = fp32, .c = fp32, .split_k = 2});
    } else if (!is_fp8) {
      add(k, {.d = k.a, .c = k.a});
      add(k, {.d = fp32, .c = fp32, .split_k = 2});
      add(k, {.d = k.a, .c = k.a, .split_k = 2});
      add(k, {.d = k.a, .c = k.a, .split_k = 2, .amax = true});
      add(k, {.d = k.a, .c = k.a, .split_k = 2, .partials_in_output = true});
      add(k, {.d = k.a, .c = k.a, .bias = true});
    } else {
      add(k, {.d = bf16, .c = bf16, .scales = true});
      if (k.a == k.b && k.a == e4m3) {
        add(k, {.d = e4m3, .c = bf16, .scales = true});
        add(k, {.d = e4m3, .c = bf16, .scales = true, .amax = true});
        add(k, {.d = bf16, .c = bf16, .bias = true, .scales = true});
      } else {
        add(k, {.d = e5m2, .c = bf16, .scales = true});
        add(k, {.d = e5m2, .c = bf16, .scales = true, .amax = true});
      }
    }
  }

  std::vector<GemmVariant> all() && { return std::move(all_); }

 private:
  static std::string name(const GemmKernel& k, const Use& use) {
    std::string name = family_of(k.unit);
    if (k.accumulator == ElementFormat::fp16) name += ".acc_fp16";
    if (use.scales) name += "+scaled";
    if (use.split_k > 1) name += "+split" + std::to_string(use.split_k);
    if (use.partials_in_output) name += "_output";
    if (k.promotion > 0) name += "+promotion" + std::to_string(k.promotion);
    if (use.bias) name += "+bias";
    if (use.amax) name += "+amax";
    return name;
  }

  /// "sm_90/mma.fp16.fp32", or what is added to; empty where the profile does not have the instruction.
  std::string accumulator(const GemmKernel& k) const {
    const Format& sum = format_of(k.accumulator);
    if (k.unit == GemmUnit::cuda_core) return std::string(sum.name);
    const Profile* const profile = find_profile(architecture_);
    if (profile == nullptr) return {};
    const ProfileEntry* const entry =
        profile->find(family_of(k.unit), format_of(k.a), format_of(k.b), sum, sum, k.instruction_k);
    return entry == nullptr ? std::string() : architecture_ + "/" + entry->id;
  }

  static std::string nan_code(const Format& d) {
    return d.storage_bits == 32 ? "code:0x7fffffff" : d.storage_bits == 16 ? "code:0x7fff" : "code:0x7f";
  }

  Claims claims(const GemmKernel& k, const Use& use, std::string accumulator) const {
    const Format& d = format_of(use.d);
    Claims c{{"accumulator", std::move(accumulator)},
             {"alpha_zero", "skips"},
             {"order", "ascending"},
             {"deterministic", "yes"},
             {"batch_invariant", "yes"}};
    if (k.unit != GemmUnit::cuda_core) c["instruction_k"] = std::to_string(k.instruction_k);
    if (d.is_floating()) c["nan"] = nan_code(d);
    if (bytes_of(use.d) == 1) c["overflow"] = "saturate";
    if (bytes_of(use.d) == 1 && d.has_infinity) c["infinity"] = "saturate";
    if (use.split_k > 1) {
      c["split_k"] = std::to_string(use.split_k);
      c["partials"] = use.partials_in_output ? "output" : "accumulator";
    }
    if (k.promotion > 0) c["promotion"] = std::to_string(k.promotion);
    if (use.scales) c["a_scale_block"] = c["b_scale_block"] = "tensor";
    if (use.amax) {
      c["amax"] = "unrounded";
      c["amax_nan"] = "propagates";
    }
    return c;
  }

  std::map<std::string, std::string> ran(const GemmKernel& k, const Use& use) const {
    std::map<std::string, std::string> r = ran_;
    const bool integer = k.accumulator == ElementFormat::int32;
    r["function"] = "gemm_kernel";
    r["instruction"] =
        k.unit == GemmUnit::cuda_core ? k.instruction : std::string(family_of(k.unit)) + "." + k.instruction;
    r["epilogue"] = integer ? "alpha * sum + beta * c modulo 2^32"
                            : "fmaf(alpha, sum, beta * c) in fp32, then bias, then rounded to nearest even";
    if (use.scales) r["scales"] = "alpha * a_scale * b_scale in fp32, in this order";
    if (use.split_k > 1)
      r["parts"] = "ceil(k / " + std::to_string(use.split_k) +
                   "), rounded up to whole instructions; added in fp32, lowest k first";
    return r;
  }

  void add(const GemmKernel& k, const Use& use) {
    std::string sums = accumulator(k);
    if (sums.empty()) return;
    const bool integer = k.accumulator == ElementFormat::int32;
    GemmFormats f{.a = &format_of(k.a), .b = &format_of(k.b), .c = &format_of(use.c), .d = &format_of(use.d)};
    f.alpha = integer ? &formats::int32 : &formats::fp32;
    const ElementFormat bias = bytes_of(use.d) == 1 ? use.c : use.d;
    if (use.bias) f.bias = &format_of(bias);
    if (use.scales) f.a_scale = f.b_scale = &formats::fp32;
    if (use.amax) f.amax = &formats::fp32;
    GemmProblem p;
    p.unit = k.unit;
    p.accumulator = k.accumulator;
    p.a.format = k.a;
    p.b.format = k.b;
    p.c.format = use.c;
    p.d.format = use.d;
    p.bias.format = bias;
    p.split_k = use.split_k;
    p.partials_in_output = use.partials_in_output;
    p.promotion = k.promotion;
    all_.push_back(
        {gemm_offer(name(k, use), f, claims(k, use, std::move(sums)), ran(k, use)), p, use.bias, use.scales});
  }

  const std::string& architecture_;
  int number_;
  const std::map<std::string, std::string>& ran_;
  std::vector<GemmVariant> all_;
};

}  // namespace

int architecture_number(const std::string& architecture) {
  constexpr std::string_view prefix = "sm_";
  int number = 0;
  if (!architecture.starts_with(prefix)) return 0;
  const char* const end = architecture.data() + architecture.size();
  const auto [stop, error] = std::from_chars(architecture.data() + prefix.size(), end, number);
  return error == std::errc() && stop == end ? number : 0;
}

std::vector<GemmVariant> gemm_variants(const std::string& architecture, std::span<const GemmKernel> kernels,
                                       const std::map<std::string, std::string>& ran) {
  Variants variants(architecture, ran);
  for (const GemmKernel& k : kernels) variants.add(k);
  return std::move(variants).all();
}

}  // namespace ulpgate::cuda
