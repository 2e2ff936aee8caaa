// Must not compile for the executor, and says why.
#include <ulpgate/simt.h>

__global__ void exponentials(const float* in, float* out) {
  float y;
  asm volatile("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(in[threadIdx.x]));
  out[threadIdx.x] = y;
}
