#pragma once
// What kernels of quantization are offered as, and a call of an offer as launches.
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "kernels/api/block_call.h"
#include "kernels/cuda/quantize/quantize.h"

namespace ulpgate::cuda {

/// quantize, and where the offer has one its transposed copy.
struct QuantizeCall {
  QuantizeProblem problem;
  QuantizeProblem turned;
  bool transposed = false;
};

using BlocksProblem =
    std::variant<AmaxProblem, QuantizeCall, DequantizeProblem, HistoryProblem, HadamardProblem>;

/// Rows and columns of a block; 0: all of them.
struct BlockShape {
  std::int64_t rows = 0, columns = 0;
};

struct BlocksVariant {
  Offer offer;
  BlocksProblem problem;  ///< all but sizes, places and scalars
  BlockShape block;
  ScaleStorage storage = ScaleStorage::plain;
  bool packed = false;
};

/// They compute the same on every architecture. `ran`: what is known to run, beside the kernel.
std::vector<BlocksVariant> blocks_variants(const std::map<std::string, std::string>& ran);

/// The call as a problem, in the call's memory; where the device has a tensor, `moved` says where.
BlocksProblem problem_of(const BlocksVariant& variant, const BlockCall& call,
                         const std::function<void*(std::string_view role, void* host)>& moved);

/// Invalid where a tensor has wrong extents, unsupported where the kernels do not take the call.
Reply check_call(const BlocksVariant& variant, const BlockCall& call);

std::size_t workspace_bytes(const BlocksProblem& problem);

}  // namespace ulpgate::cuda
