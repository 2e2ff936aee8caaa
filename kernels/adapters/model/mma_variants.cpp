#include <utility>

#include "kernels/adapters/model/variants.h"
#include "kernels/api/gemm_offer.h"

namespace ulpgate::model {
namespace {

MmaVariant variant(const Profile& profile, const ProfileEntry& entry, const Format& a, const Format& b,
                   const MmaShape& shape) {
  const Arithmetic& r = entry.arithmetic;
  const std::string instruction = entry.family + "." + to_text(shape);
  std::string name = instruction;
  if (r.algorithm == Algorithm::integer_sum && r.overflow == OverflowRule::saturate) name += ".satfinite";
  Claims claims{{"shape", to_text(shape)}, {"profile", profile.architecture + "/" + entry.id}};
  if (r.scale_block != 0) {
    name += "+block" + std::to_string(r.scale_block);
    claims["scale_block"] = std::to_string(r.scale_block);
  }
  const GemmFormats formats{.a = &a,
                            .b = &b,
                            .c = entry.accumulator,
                            .d = entry.output,
                            .a_scale = r.scale_format,
                            .b_scale = r.scale_format};
  return {mma_offer(std::move(name), formats, std::move(claims),
                    {{"function", "the model of " + profile.architecture}, {"instruction", instruction}}),
          &entry, &a, &b, shape};
}

}  // namespace

std::vector<MmaVariant> mma_variants(const Profile& profile) {
  std::vector<MmaVariant> all;
  for (const ProfileEntry& entry : profile.entries) {
    for (const auto& [a, b] : entry.input_pairs()) {
      for (const MmaShape& shape : entry.shapes) all.push_back(variant(profile, entry, *a, *b, shape));
    }
  }
  return all;
}

}  // namespace ulpgate::model
