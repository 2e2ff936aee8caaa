#pragma once
// What conversions are offered as.
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

/// The kernels are the same for every architecture: where several are judged, one with every pair will do.
enum class ConvertPairs {
  all,
  training,  ///< among fp32, fp16, bf16, e4m3 and e5m2
};

/// `ran` is added to what is known to run.
std::vector<ConvertVariant> convert_variants(ConvertPairs pairs,
                                             const std::map<std::string, std::string>& ran);

/// The call, which the variant's offer serves, as a problem in the call's memory.
ConvertProblem problem_of(const ConvertVariant& variant, const Call& call);

}  // namespace ulpgate::cuda
