#pragma once
// What matrix products are offered as, on an architecture.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/cuda/gemm/gemm.h"

namespace ulpgate::cuda {

struct GemmVariant {
  Offer offer;
  GemmProblem problem;  ///< all but sizes, places and scalars
  bool has_bias = false;
  bool has_scales = false;
};

/// Every kernel that is used on `architecture` ("sm_90") and whose instruction its profile has, with the
/// outputs, splits and epilogues that training uses. `ran` is added to what is known to run.
std::vector<GemmVariant> gemm_variants(const std::string& architecture, std::span<const GemmKernel> kernels,
                                       const std::map<std::string, std::string>& ran);

/// 90 for "sm_90"; 0 for what is no such name.
int architecture_number(const std::string& architecture);

}  // namespace ulpgate::cuda
