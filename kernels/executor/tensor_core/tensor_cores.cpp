#include "kernels/executor/tensor_core/tensor_cores.h"

#include <stdexcept>

#include "reference/formats/format.h"

namespace simt::detail {

TensorCores::TensorCores(const std::string& architecture) : profile_(ulpgate::find_profile(architecture)) {
  if (profile_ != nullptr) return;
  std::string names;
  for (const ulpgate::Profile& profile : ulpgate::built_in_profiles())
    names += (names.empty() ? "" : ", ") + std::string(profile.architecture);
  throw std::invalid_argument("no profile says how the Tensor Cores of \"" + architecture +
                              "\" compute; there are profiles of " + names + ".");
}

const MatrixInstruction& TensorCores::find(const Instruction& i) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = known_.try_emplace(&i, i);
  MatrixInstruction& found = at->second;
  if (!is_new) return found;
  const ulpgate::Format& a = *ulpgate::find_format(i.a);
  const ulpgate::Format& b = *ulpgate::find_format(i.b);
  const ulpgate::Format& c = *ulpgate::find_format(i.accumulator);
  if (const ulpgate::ProfileEntry* entry = profile_->find(i.family, a, b, c, c, i.k))
    found.mma.emplace(*entry, a, b);
  return found;
}

}  // namespace simt::detail
