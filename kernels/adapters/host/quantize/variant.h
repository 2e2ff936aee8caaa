#pragma once
// Entry points of the adapter for operations of quantization.
#include <functional>
#include <vector>

#include "kernels/api/block_call.h"
#include "kernels/api/implementation.h"

namespace ulpgate::host {

struct BlockVariant {
  Offer offer;
  std::function<Reply(const BlockCall&)> run;
};

std::vector<BlockVariant> amax_variants();
std::vector<BlockVariant> quantize_variants();
std::vector<BlockVariant> dequantize_variants();
std::vector<BlockVariant> delayed_scale_variants();
std::vector<BlockVariant> hadamard_variants();

}  // namespace ulpgate::host
