#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cuda_kernels {

using device::DeviceBuffer;

Reply run_convert(const cuda::ConvertVariant& v, const Call& call, const device::Stream& stream) {
  const Tensor &from = call.tensors[0], &to = call.tensors[1];
  if (from.shape[0] == 0) return {};
  constexpr auto as_host = device::Placement::as_host;
  DeviceBuffer source(from, stream.get(), as_host), target(to, stream.get(), as_host);
  source.upload(from);
  cuda::ConvertProblem problem = cuda::problem_of(v, call);
  problem.source = source.data();
  problem.target = target.data();
  device::check_cuda(cuda::launch_convert(problem, stream.get()), "the launch of convert");
  stream.wait();
  for (std::string damage : {target.download(), source.changes()}) {
    if (!damage.empty()) return {Status::failed, std::move(damage)};
  }
  return {};
}

}  // namespace ulpgate::cuda_kernels
