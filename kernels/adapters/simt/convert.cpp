#include "kernels/adapters/simt/calls.h"

namespace ulpgate::simt_adapter {

Reply run_convert(const cuda::ConvertVariant& v, const Call& call, Executors& executors) {
  const cuda::ConvertProblem problem = cuda::problem_of(v, call);
  return executors.run([&] { return cuda::launch_convert(problem, nullptr); });
}

}  // namespace ulpgate::simt_adapter
