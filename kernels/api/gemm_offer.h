#pragma once
// For adapters: offers of `gemm` and `mma`, with their formats in the order that ulpgate/plugin.h asks for.
#include <map>
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// What is nullptr is left out.
struct GemmFormats {
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* c = nullptr;
  const Format* d = nullptr;
  const Format* alpha = nullptr;
  const Format* bias = nullptr;
  const Format* a_scale = nullptr;
  const Format* b_scale = nullptr;
  const Format* amax = nullptr;
};

Offer gemm_offer(std::string variant, const GemmFormats& formats, Claims claims,
                 std::map<std::string, std::string> ran);
/// `formats` has neither alpha nor bias nor amax.
Offer mma_offer(std::string variant, const GemmFormats& formats, Claims claims,
                std::map<std::string, std::string> ran);

}  // namespace ulpgate
