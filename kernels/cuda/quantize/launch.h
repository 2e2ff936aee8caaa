#pragma once
// A launch of any operation of quantization.
#include "kernels/cuda/quantize/variant.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// `workspace` has workspace_bytes(problem). 0, or a simt::Error.
inline int launch_blocks(const BlocksProblem& problem, void* workspace, void* stream) {
  struct Launch {
    void* workspace;
    void* stream;
    int operator()(const AmaxProblem& p) const { return launch_amax(p, workspace, stream); }
    int operator()(const QuantizeCall& c) const {
      const int error = launch_quantize(c.problem, workspace, stream);
      return error != 0 || !c.transposed ? error : launch_quantize(c.turned, workspace, stream);
    }
    int operator()(const DequantizeProblem& p) const { return launch_dequantize(p, stream); }
    int operator()(const HistoryProblem& p) const { return launch_history(p, stream); }
    int operator()(const HadamardProblem& p) const { return launch_hadamard(p, stream); }
  };
  return std::visit(Launch{workspace, stream}, problem);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
