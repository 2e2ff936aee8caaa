// Parts of k.
#include <gtest/gtest.h>

#include "kernels/cuda/tests/small_gemm.h"

namespace ulpgate::cuda::kernel_test {
namespace {

TEST(GemmSplit, EveryKernel) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    expect_exact({.kernel = kernel,
                  .architecture = architecture,
                  .batch = 2,
                  .m = 9,
                  .n = 35,
                  .k = 150,
                  .split_k = 3});
  });
}

TEST(GemmSplit, MorePartsThanInstructions) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    expect_exact({.kernel = kernel, .architecture = architecture, .m = 3, .n = 3, .k = 20, .split_k = 7});
  });
}

TEST(GemmSplit, PartsInTheOutputsFormat) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    if (bytes_of(kernel.accumulator) != 2) return;
    expect_exact({.kernel = kernel,
                  .architecture = architecture,
                  .m = 9,
                  .n = 5,
                  .k = 150,
                  .split_k = 2,
                  .partials_in_output = true});
  });
}

TEST(GemmSplit, NeedsItsWorkspace) {
  GemmProblem p;
  p.a.format = p.b.format = ElementFormat::fp16;
  p.batch = 3, p.m = 5, p.n = 7, p.k = 100, p.split_k = 4;
  EXPECT_EQ(gemm_workspace_bytes(p), 4u * 3 * 5 * 7 * sizeof(float));
  EXPECT_EQ(launch_gemm(80, p, nullptr, 0, nullptr), unsupported_gemm);
  p.alpha = 0;
  EXPECT_EQ(gemm_workspace_bytes(p), 0u);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
