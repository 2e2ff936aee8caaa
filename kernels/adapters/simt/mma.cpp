#include "kernels/adapters/simt/calls.h"

namespace ulpgate::simt_adapter {

Reply run_mma(const cuda::MmaVariant& v, int architecture, const Call& call, Executors& executors) {
  if (Reply reply = cuda::check_mma(v, call); reply.status != Status::ok) return reply;
  const cuda::MmaProblem problem{v.instruction, call.tensor("a")->data, call.tensor("b")->data,
                                 call.tensor("c")->data, call.tensor("d")->data};
  return executors.run([&] { return cuda::launch_mma(architecture, problem, nullptr); });
}

}  // namespace ulpgate::simt_adapter
