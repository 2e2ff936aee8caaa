#pragma once
// Conversions between formats: all floating ones and e8m0 to all others of these, int32 and int64 to all of
// these. Computed with integers alone, rounded once.
#include <cstdint>

#include "reference/formats/format.h"
#include "reference/formats/rule.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// Element i of the target is element i of the source. Memory is aligned to elements and no more; source and
/// target do not overlap. Strides are in elements; any, zero (of the source) and negative ones included.
struct ConvertProblem {
  const Format* from = nullptr;  ///< one of the records in reference/formats
  const Format* to = nullptr;
  const void* source = nullptr;
  void* target = nullptr;
  std::int64_t count = 0;
  std::int64_t source_stride = 1;
  std::int64_t target_stride = 1;
  bool vectors = false;  ///< 16 bytes at a time, where both strides are 1
  Rule rule;             ///< not stochastic, none of e8m0's field roundings; check_rule() has no objection
};

/// launch_convert's answer where there are no such formats or is no such rule.
inline constexpr int unsupported_conversion = -1;

inline namespace SIMT_BUILD {

/// `stream` is a cudaStream_t. 0, unsupported_conversion, or a simt::Error. The same for all architectures.
int launch_convert(const ConvertProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
