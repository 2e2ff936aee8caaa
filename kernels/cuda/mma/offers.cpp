#include "kernels/cuda/mma/offers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/api/gemm_offer.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::cuda {

std::vector<MmaVariant> mma_variants(const std::string& architecture,
                                     std::span<const MmaInstruction> instructions,
                                     const std::map<std::string, std::string>& ran) {
  std::vector<MmaVariant> all;
  const Profile* const profile = find_profile(architecture);
  if (profile == nullptr) return all;
  for (const MmaInstruction& i : instructions) {
    const Format &a = *find_format(i.a), &b = *find_format(i.b), &d = *find_format(i.accumulator);
    const ProfileEntry* const entry = profile->find(i.family, a, b, d, d, i.k);
    const MmaShape shape{i.m, i.n, i.k};
    if (entry == nullptr) continue;
    // Of wgmma any n will do: it does not change the arithmetic.
    const bool is_mma = i.family == "mma";
    if (is_mma && std::ranges::find(entry->shapes, shape) == entry->shapes.end()) continue;
    const std::string name = std::string(i.family) + "." + to_text(shape);
    std::map<std::string, std::string> what = ran;
    what["function"] = is_mma ? "mma_kernel" : "wgmma_kernel";
    what["instruction"] = (is_mma ? "mma.sync.aligned." : "wgmma.mma_async.sync.aligned.") + to_text(shape);
    Claims claims{{"shape", to_text(shape)}, {"profile", architecture + "/" + entry->id}};
    all.push_back({mma_offer(name, {.a = &a, .b = &b, .c = &d, .d = &d}, std::move(claims), std::move(what)),
                   i, &a, &b, &d});
  }
  return all;
}

Reply check_mma(const MmaVariant& v, const Call& call) {
  const auto [m, n, k] = std::array{v.instruction.m, v.instruction.n, v.instruction.k};
  struct Role {
    const char* name;
    int rows, columns;
  };
  for (const Role& role : {Role{"a", m, k}, Role{"b", k, n}, Role{"c", m, n}, Role{"d", m, n}}) {
    const Tensor* const t = call.tensor(role.name);
    if (t == nullptr || t->memory != Memory::host || t->data == nullptr || t->shape.size() != 2 ||
        t->strides.size() != 2 || t->shape[0] != role.rows || t->shape[1] != role.columns ||
        t->strides[0] != role.columns || t->strides[1] != 1) {
      return {Status::invalid, std::string(role.name) + " is packed, row-major and " +
                                   std::to_string(role.rows) + " x " + std::to_string(role.columns)};
    }
  }
  return {};
}

}  // namespace ulpgate::cuda
