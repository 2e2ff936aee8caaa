#include <ulpgate/simt.h>

#include "kernels/executor/bench/softmax.h"

namespace executor_bench {
namespace {

constexpr unsigned all = 0xFFFFFFFFU;
constexpr unsigned threads = 128;

template <typename Combine>
__device__ float block_reduce(float x, float* part, const Combine& combine) {
  for (int o = 16; o > 0; o /= 2) x = combine(x, __shfl_xor_sync(all, x, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  x = part[0];
  for (unsigned w = 1; w < threads / 32; ++w) x = combine(x, part[w]);
  __syncthreads();
  return x;
}

__global__ void softmax(const __half* in, __half* out, int columns) {
  SIMT_SHARED(float, part, [threads / 32]);
  const __half* const x = in + static_cast<std::size_t>(blockIdx.x) * columns;
  __half* const y = out + static_cast<std::size_t>(blockIdx.x) * columns;
  const int first = static_cast<int>(threadIdx.x);
  float largest = -INFINITY;
  for (int i = first; i < columns; i += threads) largest = fmaxf(largest, __half2float(x[i]));
  largest = block_reduce(largest, part, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0;
  for (int i = first; i < columns; i += threads) sum += expf(__half2float(x[i]) - largest);
  sum = block_reduce(sum, part, [](float a, float b) { return a + b; });
  for (int i = first; i < columns; i += threads)
    y[i] = __float2half_rn(expf(__half2float(x[i]) - largest) / sum);
}

__global__ void nothing() {}

}  // namespace

int run_nothing(unsigned blocks) { return simt::launch("nothing", nothing, blocks, 32, 0, nullptr); }

int run_softmax(const std::uint16_t* in, std::uint16_t* out, int rows, int columns) {
  return simt::launch("softmax", softmax, dim3(static_cast<unsigned>(rows)), dim3(threads), 0, nullptr,
                      reinterpret_cast<const __half*>(in), reinterpret_cast<__half*>(out), columns);
}

void serial_softmax(const std::uint16_t* in, std::uint16_t* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    const auto* const x = reinterpret_cast<const __half*>(in) + static_cast<std::size_t>(r) * columns;
    auto* const y = reinterpret_cast<__half*>(out) + static_cast<std::size_t>(r) * columns;
    float largest = -INFINITY;
    for (int i = 0; i < columns; ++i) largest = fmaxf(largest, __half2float(x[i]));
    float sum = 0;
    for (int i = 0; i < columns; ++i) sum += expf(__half2float(x[i]) - largest);
    for (int i = 0; i < columns; ++i) y[i] = __float2half_rn(expf(__half2float(x[i]) - largest) / sum);
  }
}

}  // namespace executor_bench
