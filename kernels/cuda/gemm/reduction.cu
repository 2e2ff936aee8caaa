// The sum of the parts of k.
#include "kernels/cuda/gemm/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

constexpr int reduction_threads = 128;

__device__ __forceinline__ float add(float x, float y) { return __fadd_rn(x, y); }
__device__ __forceinline__ int add(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(x) + static_cast<unsigned>(y));
}

template <class Sum>
__global__ void __launch_bounds__(reduction_threads) reduction_kernel(const GemmArguments g) {
  const GemmProblem& p = g.problem;
  const std::int64_t elements = p.batch * p.m * p.n;
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * reduction_threads;
  Epilogue epilogue(g);
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * reduction_threads + threadIdx.x; i < elements;
       i += stride) {
    Sum sum;
    load_partial(g, i, sum);
    for (int part = 1; part < g.parts; ++part) {
      Sum next;
      load_partial(g, part * elements + i, next);
      sum = add(sum, next);
    }
    epilogue.write(i / p.n / p.m, i / p.n % p.m, i % p.n, sum);
  }
  epilogue.finish();
}

}  // namespace

simt::Error launch_reduction(const GemmArguments& g, simt::Stream stream) {
  const GemmProblem& p = g.problem;
  const std::int64_t blocks = (p.batch * p.m * p.n + reduction_threads - 1) / reduction_threads;
  constexpr std::int64_t most_blocks = 1 << 16;
  const dim3 grid(static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks));
  if (p.accumulator == ElementFormat::int32)
    return simt::launch("gemm reduction", reduction_kernel<int>, grid, dim3(reduction_threads), 0, stream, g);
  return simt::launch("gemm reduction", reduction_kernel<float>, grid, dim3(reduction_threads), 0, stream, g);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
