#pragma once
// The format of an operation's result in an autocast region.
//
// An input is eligible where it is a floating-point tensor of the region's device and not fp64; others pass
// as they are. Calls that work in place, into a given output, or with a given dtype are left alone. What
// inputs have become is then promoted as without autocast: to the widest, fp16 with bf16 to fp32.
//
// The widest is looked for from the region's format on, input after input: fp32 is wider and stays, fp64 is
// passed over, and the narrow format that is not the region's is an error where it comes before any fp32, and
// as good as the others behind one. So addcmul(fp16, fp32, fp32) is an error in a region of bf16, and
// addcmul(fp32, fp16, fp16) is fp32.
//
// Source: PyTorch, releases around 2.6, aten/src/ATen/autocast_mode.h and .cpp; the last paragraph is its
// prioritize(), with its error "Unexpected floating ScalarType".
#include <vector>

#include "reference/autocast/policy_table.h"
#include "reference/formats/format.h"

namespace ulpgate {

struct AutocastCall {
  AutocastPolicy policy = AutocastPolicy::none;
  const Format* low = nullptr;        ///< the region's
  std::vector<const Format*> inputs;  ///< of floating-point tensors on the region's device, at least one
  const Format* dtype = nullptr;      ///< given
  bool in_place = false;              ///< or into a given output
};

struct AutocastResult {
  enum class Kind { format, untouched, banned, mixed } kind = Kind::format;
  const Format* format = nullptr;
};

/// untouched: autocast does nothing, and the output is what the caller has. banned and mixed are errors.
AutocastResult autocast_result(const AutocastCall& call);

/// Of two floating-point formats without autocast.
const Format& promoted(const Format& a, const Format& b);

}  // namespace ulpgate
