#pragma once
// What kernels of one instruction are offered as, on an architecture.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/cuda/mma/mma.h"

namespace ulpgate::cuda {

struct MmaVariant {
  Offer offer;
  MmaInstruction instruction;
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* d = nullptr;  ///< and of C
};

/// Those of `instructions` that the profile of `architecture` ("sm_90") has; none where there is no profile.
/// `ran` is added to what is known to run.
std::vector<MmaVariant> mma_variants(const std::string& architecture,
                                     std::span<const MmaInstruction> instructions,
                                     const std::map<std::string, std::string>& ran);

/// Status::invalid unless the call's tensors are packed, row-major, in host memory and of the instruction's
/// shape.
Reply check_mma(const MmaVariant& variant, const Call& call);

}  // namespace ulpgate::cuda
