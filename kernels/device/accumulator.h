#pragma once
// What a library's matrix product accumulates in on a device, as claims.
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate::device {

/// How Tensor Cores of `architecture` ("sm_90") take those formats: "sm_90/mma.fp16.fp32", the instruction of
/// the newest family that the profile has (wgmma and tcgen05 before mma). Where no profile is known, or the
/// profile has no such instruction: the accumulator's name.
std::string tensor_core_accumulator(const std::string& architecture, const Format& a, const Format& b,
                                    const Format& accumulator);

}  // namespace ulpgate::device
