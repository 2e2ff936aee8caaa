#include <cstring>
#include <vector>

#include "kernels/adapters/simt/calls.h"
#include "kernels/cuda/rows/launch.h"

namespace ulpgate::simt_adapter {

Reply run_rows(const cuda::RowsVariant& v, const Call& call, Executors& executors) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  const cuda::RowsProblem problem = cuda::problem_of(v, rows);
  if (std::string reason = cuda::why_not(problem); !reason.empty())
    return {Status::unsupported, std::move(reason)};
  // NaN: what is read before it is written shows.
  std::vector<float> workspace(cuda::workspace_bytes(problem) / sizeof(float));
  if (!workspace.empty()) std::memset(workspace.data(), 0xFF, workspace.size() * sizeof(float));
  return executors.run([&] { return cuda::launch_rows(problem, workspace.data(), nullptr); });
}

}  // namespace ulpgate::simt_adapter
