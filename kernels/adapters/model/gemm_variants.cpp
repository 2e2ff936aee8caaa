#include <array>
#include <cstdio>
#include <utility>

#include "kernels/adapters/model/epilogue.h"
#include "kernels/adapters/model/variants.h"
#include "kernels/api/gemm_offer.h"

namespace ulpgate::model {
namespace {

bool is(const Format& f, const Format& other) { return f.name == other.name; }

std::string hexadecimal(std::uint64_t code) {
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(code));
  return text.data();
}

/// The 16-bit format that results of an fp32 accumulator are narrowed to; nullptr where inputs are mixed or
/// nobody does so.
const Format* narrow_output(const ProfileEntry& entry, const Format& a, const Format& b) {
  if (!is(*entry.output, formats::fp32) || !is(a, b)) return nullptr;
  if (is(a, formats::fp16)) return &formats::fp16;
  const bool scaled = entry.arithmetic.scale_format != nullptr;
  if (is(a, formats::bf16) || is(a, formats::e4m3) || is(a, formats::e5m2) || scaled) return &formats::bf16;
  return nullptr;
}

class Variants {
 public:
  explicit Variants(const Profile& profile) : profile_(profile) {}

  std::vector<GemmVariant> all() {
    for (const ProfileEntry& entry : profile_.entries) {
      const bool saturates = entry.arithmetic.algorithm == Algorithm::integer_sum &&
                             entry.arithmetic.overflow == OverflowRule::saturate;
      if (entry.accumulator->name != entry.output->name || saturates) continue;
      for (const auto& [a, b] : entry.input_pairs()) {
        if (entry.arithmetic.scale_format == nullptr) {
          add_plain(entry, *a, *b);
        } else if (is(*a, *b)) {
          add(entry, *a, *b, *entry.output, {.scales = Scales::block});
          add(entry, *a, *b, *narrow_output(entry, *a, *b), {.scales = Scales::block});
        }
      }
    }
    return std::move(all_);
  }

 private:
  /// The instruction that fp8 GEMMs of the architecture use.
  bool is_fp8_path(const ProfileEntry& entry, const Format& a, const Format& b) const {
    if (!is(a, formats::e4m3) || !is(b, formats::e4m3) || !is(*entry.output, formats::fp32)) return false;
    return (profile_.architecture == "sm_89" && entry.family == "mma") || entry.family == "wgmma" ||
           entry.family == "tcgen05";
  }

  void add_plain(const ProfileEntry& entry, const Format& a, const Format& b) {
    const Format* narrow = narrow_output(entry, a, b);
    add(entry, a, b, *entry.output, {});
    if (narrow == nullptr) return;
    add(entry, a, b, *narrow, {});
    if (is(a, *narrow)) {
      add(entry, a, b, *entry.output, {.split_k = 2});
      add(entry, a, b, *narrow, {.split_k = 2});
      add(entry, a, b, *narrow, {.split_k = 2, .partials_in_output = true});
    }
    if (!is_fp8_path(entry, a, b)) return;
    // Promotion is for accumulators that keep fewer bits than fp32.
    const bool promotes = entry.arithmetic.output_fraction_bits < formats::fp32.significand_bits;
    for (const Format* d : {entry.output, narrow}) {
      add(entry, a, b, *d, {.scales = Scales::tensor});
      if (!promotes) continue;
      add(entry, a, b, *d, {.promotion = 128});
      add(entry, a, b, *d, {.promotion = 128, .scales = Scales::tensor});
    }
  }

  static std::string name(const ProfileEntry& entry, const GemmPlan& plan) {
    // Instructions with scales differ in more than their formats: "tcgen05.mxf4nvf4.ue4m3_16".
    if (plan.scales == Scales::block) return entry.id.substr(0, entry.id.rfind('.'));
    std::string name = entry.family;
    if (is(*entry.output, formats::fp16)) name += ".acc_fp16";
    if (plan.scales == Scales::tensor) name += "+scaled";
    if (plan.split_k > 1) name += "+split" + std::to_string(plan.split_k);
    if (plan.partials_in_output) name += "_output";
    if (plan.promotion > 0) name += "+promotion" + std::to_string(plan.promotion);
    return name;
  }

  Claims claims(const ProfileEntry& entry, const Format& d, const GemmPlan& plan) const {
    Claims c{{"accumulator", profile_.architecture + "/" + entry.id},
             {"alpha_zero", "skips"},
             {"order", "ascending"},
             {"instruction_k", std::to_string(entry.largest_k())},
             {"deterministic", "yes"},
             {"batch_invariant", "yes"}};
    const auto evidence = entry.evidence.find("nan_code");
    if (d.is_floating() && evidence != entry.evidence.end() &&
        evidence->second.kind != EvidenceKind::uncertain)
      c["nan"] = "code:" + hexadecimal(nan_code_of(entry, d));
    if (plan.split_k > 1) {
      c["split_k"] = std::to_string(plan.split_k);
      c["partials"] = plan.partials_in_output ? "output" : "accumulator";
    }
    if (plan.promotion > 0) c["promotion"] = std::to_string(plan.promotion);
    if (plan.scales == Scales::tensor) c["a_scale_block"] = c["b_scale_block"] = "tensor";
    if (plan.scales == Scales::block) {
      const std::string block = std::to_string(entry.arithmetic.scale_block);
      c["a_scale_block"] = "1x" + block;
      c["b_scale_block"] = block + "x1";
    }
    return c;
  }

  std::map<std::string, std::string> ran(const ProfileEntry& entry, const GemmPlan& plan) const {
    std::map<std::string, std::string> r{
        {"function", "the model of " + profile_.architecture},
        {"instruction", entry.family + "." + to_text(entry.shapes.back())},
        {"epilogue", epilogue_text(*entry.output)},
        {"last_instruction",
         entry.arithmetic.k_order == KOrder::ascending ? "as short as k leaves it" : "padded with zeros"}};
    if (plan.scales == Scales::tensor) r["scales"] = "alpha * a_scale * b_scale in fp32, in this order";
    if (plan.split_k > 1)
      r["parts"] = "ceil(k / " + std::to_string(plan.split_k) + ") each; added in fp32, lowest k first";
    return r;
  }

  void add(const ProfileEntry& entry, const Format& a, const Format& b, const Format& d,
           const GemmPlan& plan) {
    const Format& out = *entry.output;
    const bool as_is = is(out, formats::fp64) || is(out, formats::int32);
    GemmFormats f{.a = &a, .b = &b, .c = &d, .d = &d, .alpha = as_is ? &out : &formats::fp32};
    if (plan.scales == Scales::tensor) f.a_scale = f.b_scale = &formats::fp32;
    if (plan.scales == Scales::block) f.a_scale = f.b_scale = entry.arithmetic.scale_format;
    all_.push_back({gemm_offer(name(entry, plan), f, claims(entry, d, plan), ran(entry, plan)), &entry, &a,
                    &b, &d, plan});
  }

  const Profile& profile_;
  std::vector<GemmVariant> all_;
};

}  // namespace

std::vector<GemmVariant> gemm_variants(const Profile& profile) { return Variants(profile).all(); }

}  // namespace ulpgate::model
