#include <cuda_runtime_api.h>
#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/cuda/rows/launch.h"
#include "kernels/device/row_operands.h"

namespace ulpgate::cuda_kernels {

using device::check_cuda;

Reply run_rows(const cuda::RowsVariant& v, const Call& call, const device::Stream& stream) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  device::RowOperands operands(call, stream.get());
  operands.place(rows);
  const cuda::RowsProblem problem = cuda::problem_of(v, rows);
  if (std::string reason = cuda::why_not(problem); !reason.empty())
    return {Status::unsupported, std::move(reason)};
  const device::Workspace workspace(cuda::workspace_bytes(problem));
  // NaN in every format: what is read before it is written shows.
  if (workspace.bytes() > 0)
    check_cuda(cudaMemsetAsync(workspace.data(), 0xFF, workspace.bytes(), stream.get()), "cudaMemsetAsync");
  check_cuda(cuda::launch_rows(problem, workspace.data(), stream.get()),
             ("the launch of " + std::string(call.operation)).c_str());
  stream.wait();
  if (std::string damage = operands.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
  return {};
}

}  // namespace ulpgate::cuda_kernels
