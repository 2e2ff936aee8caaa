#include <cstring>
#include <vector>

#include "kernels/adapters/simt/calls.h"
#include "kernels/cuda/quantize/launch.h"

namespace ulpgate::simt_adapter {

Reply run_blocks(const cuda::BlocksVariant& v, const Call& call, Executors& executors) {
  BlockCall blocks;
  if (Reply reply = understand_blocks(call, blocks); reply.status != Status::ok) return reply;
  if (Reply reply = cuda::check_call(v, blocks); reply.status != Status::ok) return reply;
  const cuda::BlocksProblem problem =
      cuda::problem_of(v, blocks, [](std::string_view, void* host) { return host; });
  // NaN: what is read before it is written shows.
  std::vector<float> workspace(cuda::workspace_bytes(problem) / sizeof(float));
  if (!workspace.empty()) std::memset(workspace.data(), 0xFF, workspace.size() * sizeof(float));
  return executors.run([&] { return cuda::launch_blocks(problem, workspace.data(), nullptr); });
}

}  // namespace ulpgate::simt_adapter
