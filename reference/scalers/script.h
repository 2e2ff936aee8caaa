#pragma once
// Scripts of scaler commands as text, to print and to replay. Commands are separated by ';':
//
//   scale                             the loss is scaled
//   backward A GRADIENTS...           gradients of optimizer A, one word a tensor: CONTENT[/FORMAT][@DEVICE]
//                                     [#SHARD][*SIZE][:PLACE].
//                                     CONTENT finite, inf, -inf, nan; FORMAT fp16, bf16, fp64, and fp32 when
//                                     not said; DEVICE and SHARD 0, SIZE 1 and PLACE 0 when not said
//   zero A | unscale A | step A | step A closure | schedule A
//   update | update S
//   load S K | load empty             S scale, K tracker
//   pickle
#include <string>
#include <string_view>
#include <vector>

#include "reference/scalers/grad_scaler.h"

namespace ulpgate {

using ScalerScript = std::vector<ScalerCommand>;

/// Numbers are hexadecimal floats, so that they are read back as they were.
std::string script_text(const ScalerScript& script);
/// Throws std::invalid_argument, with one sentence.
ScalerScript read_script(std::string_view text);

}  // namespace ulpgate
