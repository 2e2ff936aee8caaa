#pragma once
// What conversions are offered as, on an architecture.
#include <map>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/cuda/convert/convert.h"

namespace ulpgate::cuda {

struct ConvertVariant {
  Offer offer;
  ConvertProblem problem;  ///< all but places, count and strides
};

/// `ran` is added to what is known to run. The kernels are the same for every architecture, so that one of
/// them ("sm_90") offers every pair, and the others ("sm_80") the pairs of training.
std::vector<ConvertVariant> convert_variants(const std::string& architecture,
                                             const std::map<std::string, std::string>& ran);

/// The call, which the variant's offer serves, as a problem in the call's memory.
ConvertProblem problem_of(const ConvertVariant& variant, const Call& call);

}  // namespace ulpgate::cuda
