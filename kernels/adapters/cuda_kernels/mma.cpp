#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cuda_kernels {

using device::DeviceBuffer;

Reply run_mma(const cuda::MmaVariant& v, int architecture, const Call& call, const device::Stream& stream) {
  if (Reply reply = cuda::check_mma(v, call); reply.status != Status::ok) return reply;
  constexpr auto as_host = device::Placement::as_host;
  DeviceBuffer a(*call.tensor("a"), stream.get(), as_host), b(*call.tensor("b"), stream.get(), as_host);
  DeviceBuffer c(*call.tensor("c"), stream.get(), as_host), d(*call.tensor("d"), stream.get(), as_host);
  a.upload(*call.tensor("a"));
  b.upload(*call.tensor("b"));
  c.upload(*call.tensor("c"));
  const cuda::MmaProblem problem{v.instruction, a.data(), b.data(), c.data(), d.data()};
  const int error = cuda::launch_mma(architecture, problem, stream.get());
  if (error == cuda::no_such_instruction) return {Status::unsupported, "there is no such instruction"};
  device::check_cuda(error, "the launch of mma");
  stream.wait();
  for (std::string damage : {d.download(), a.changes(), b.changes(), c.changes()}) {
    if (!damage.empty()) return {Status::failed, std::move(damage)};
  }
  return {};
}

}  // namespace ulpgate::cuda_kernels
