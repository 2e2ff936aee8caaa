#include "kernels/cuda/convert/offers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/api/convert_offer.h"
#include "reference/formats/rule_text.h"
#include "reference/formats/text.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;

constexpr std::array all_sources{&fp64, &fp32, &tf32, &fp16, &bf16,  &e4m3,     &e5m2,  &e4m3fnuz,
                                 &e3m2, &e2m3, &e2m1, &e8m0, &ue4m3, &e5m2fnuz, &int32, &int64};
constexpr std::array training{&fp32, &fp16, &bf16, &e4m3, &e5m2};

bool contains(std::span<const Format* const> list, const Format& f) {
  return std::ranges::find(list, &f) != list.end();
}

/// Where the field disagrees: three ways that differ in every choice.
enum class Way { ieee, saturating, truncating };

std::string nan_claim(const Format& to, Way way) {
  const std::uint64_t quiet = to.nans == NanCodes::negative_zero ? to.sign_mask() : to.magnitude_mask();
  switch (to.nans) {
    case NanCodes::none:
      return way == Way::ieee ? "max_positive" : way == Way::saturating ? "max_signed" : "zero_flipped_sign";
    case NanCodes::ieee:
      return way == Way::ieee ? "payload" : way == Way::saturating ? "code:" + to_hex(to, quiet) : "any";
    case NanCodes::all_ones:
    case NanCodes::negative_zero:
      break;
  }
  return (way == Way::ieee && to.has_sign && to.has_negative_zero ? "code_signed:" : "code:") +
         to_hex(to, quiet);
}

const char* overflow_claim(const Format& to, Way way) {
  if (way == Way::saturating || !to.has_nan()) return "saturate";
  if (to.has_infinity) return "infinity";
  return way == Way::ieee ? "nan_signed" : "nan";
}

class Variants {
 public:
  explicit Variants(const std::map<std::string, std::string>& ran) : ran_(ran) {}

  void add(bool vectors, const Format& from, const Format& to, Way way, const char* rounding = "nearest_even",
           const std::string& suffix = "") {
    const std::string nan = nan_claim(to, way);
    ConvertClaims claims;
    claims.rounding = rounding;
    claims.overflow = claims.infinity = overflow_claim(to, way);
    claims.nan = nan.c_str();
    claims.negative = way == Way::ieee ? "magnitude" : way == Way::saturating ? "zero" : "nan";
    claims.zero = way == Way::truncating ? "nan" : "smallest";
    std::map<std::string, std::string> ran = ran_;
    ran["function"] = vectors ? "convert_vectors" : "convert_elements";
    ConvertVariant v{
        convert_offer((vectors ? "vector" : "scalar") + suffix, from, to, claims, std::move(ran)), {}};
    v.problem.from = &from;
    v.problem.to = &to;
    v.problem.vectors = vectors;
    // The claims are the rule, so that the kernels cannot be told another one.
    for (const auto& [key, value] : v.offer.claims) set_claim(v.problem.rule, key, value);
    all_.push_back(std::move(v));
  }

  /// The kernels in other roundings and other special values than the first ones.
  void add_other_rules(const Format& from, const Format& to) {
    const bool narrower = to.width() < from.width();
    if (!narrower) return;
    add(true, from, to, Way::saturating, "nearest_even", "+saturate");
    if (&from != &fp32) return;
    add(false, from, to, Way::truncating, "toward_zero", "+toward_zero");
    if (&to == &e8m0) add(true, from, to, Way::saturating, "up", "+up");
    if (&to == &tf32) add(true, from, to, Way::ieee, "nearest_away", "+nearest_away");
  }

  std::vector<ConvertVariant> all() && { return std::move(all_); }

 private:
  const std::map<std::string, std::string>& ran_;
  std::vector<ConvertVariant> all_;
};

}  // namespace

std::vector<ConvertVariant> convert_variants(ConvertPairs pairs,
                                             const std::map<std::string, std::string>& ran) {
  const bool every_pair = pairs == ConvertPairs::all;
  Variants variants(ran);
  for (const Format* const from : all_sources) {
    if (!every_pair && !contains(training, *from)) continue;
    for (const Format* const to : all_formats()) {
      if (to->kind == FormatKind::integer) continue;
      if (!every_pair && !contains(training, *to)) continue;
      variants.add(false, *from, *to, Way::ieee);
      variants.add(true, *from, *to, Way::ieee);
      if (from == &fp32 || from == &bf16) variants.add_other_rules(*from, *to);
    }
  }
  return std::move(variants).all();
}

ConvertProblem problem_of(const ConvertVariant& variant, const Call& call) {
  ConvertProblem p = variant.problem;
  const Tensor &from = call.tensors[0], &to = call.tensors[1];
  p.source = from.data;
  p.target = to.data;
  p.count = from.shape[0];
  p.source_stride = from.strides[0];
  p.target_stride = to.strides[0];
  return p;
}

}  // namespace ulpgate::cuda
