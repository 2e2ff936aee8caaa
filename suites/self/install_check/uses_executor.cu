// Fails unless a dropped barrier is found, with its line, without any option for debug information.
#include <cstdio>
#include <string>

#include <kernels/executor/executor.h>
#include <ulpgate/simt.h>

__global__ void reverse(const float* in, float* out, unsigned* threads) {
  SIMT_SHARED(float, tile, [64]);
  tile[threadIdx.x] = in[threadIdx.x];
#ifndef DROP_BARRIER
  __syncthreads();
#endif
  out[threadIdx.x] = tile[63 - threadIdx.x];
  atomicAdd(threads, 1U);
}

int main() {
  simt::Executor executor({});
  const simt::UseExecutor use(executor);
  float in[64], out[64];
  unsigned threads = 0;
  for (int i = 0; i < 64; ++i) in[i] = static_cast<float>(i);
  simt::launch("reverse", reverse, dim3(1), dim3(64), 0, nullptr, static_cast<const float*>(in), static_cast<float*>(out), &threads);
  for (const simt::Fault& fault : executor.faults()) std::puts(fault.text.c_str());
#ifdef DROP_BARRIER
  return !executor.faults().empty() && executor.faults().front().text.find("uses_executor.cu:") != std::string::npos ? 0 : 1;
#else
  return executor.faults().empty() && out[0] == 63 && threads == 64 ? 0 : 1;
#endif
}
