#include "kernels/api/block_operations.h"

namespace ulpgate {
namespace {

using Extents = BlockExtents;

constexpr BlockTensor in(std::string_view name, Extents extents) { return {name, extents, false, false}; }
constexpr BlockTensor in_if(std::string_view name, Extents extents) { return {name, extents, false, true}; }
constexpr BlockTensor out(std::string_view name, Extents extents) { return {name, extents, true, false}; }
constexpr BlockTensor out_if(std::string_view name, Extents extents) { return {name, extents, true, true}; }

std::vector<BlockOperation> made() {
  using enum BlockExtents;
  return {
      {"amax", {in("x", elements), in_if("before", blocks), out("amax", blocks)}},
      {"quantize",
       {in("x", elements), in_if("scale", blocks), in_if("global", one), in_if("random", elements),
        out("q", elements), out_if("scales", blocks), out_if("q_t", transposed),
        out_if("scales_t", blocks_transposed)}},
      {"dequantize", {in("q", elements), in("scales", blocks), in_if("global", one), out("y", elements)}},
      {"delayed_scale_update",
       {in("history", elements), in("scale", tensors), in_if("reduced", tensors),
        out("new_history", elements), out("new_scale", tensors), out("scale_inverse", tensors)}},
      {"hadamard", {in("x", elements), out("y", elements)}},
  };
}

}  // namespace

std::span<const BlockOperation> block_operations() {
  static const std::vector<BlockOperation> all = made();
  return all;
}

const BlockOperation* find_block_operation(std::string_view name) {
  for (const BlockOperation& o : block_operations()) {
    if (o.name == name) return &o;
  }
  return nullptr;
}

}  // namespace ulpgate
