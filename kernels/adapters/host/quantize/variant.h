#pragma once
// Entry points of the adapter for operations of quantization.
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/api/block_call.h"
#include "kernels/api/implementation.h"

namespace ulpgate::host {

/// Rows and columns of a block; 0: all of them.
struct BlockSize {
  std::int64_t rows = 0, columns = 0;
};

struct BlockVariant {
  Offer offer;
  std::function<Reply(const BlockCall&)> run;
  BlockSize block = {};
  ScaleStorage storage = ScaleStorage::plain;
  ElementPacking packing = ElementPacking::none;
};

std::vector<BlockVariant> amax_variants();
std::vector<BlockVariant> quantize_variants();
std::vector<BlockVariant> dequantize_variants();
std::vector<BlockVariant> delayed_scale_variants();
std::vector<BlockVariant> hadamard_variants();

}  // namespace ulpgate::host
