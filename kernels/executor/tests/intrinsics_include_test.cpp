// The intrinsics after CUDA's own headers, as a kernel source meets them.
#include <algorithm>
#include <cmath>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "ulpgate/simt/intrinsics.h"

namespace {

using namespace std;

TEST(IntrinsicsInclude, NamesResolveBesideTheStandardLibrary) {
  EXPECT_EQ(max(1, 2), 2);
  EXPECT_EQ(max(1u, 2), 2u);
  EXPECT_EQ(std::min(1, 2), 1);
  EXPECT_EQ(max(1.0f, NAN), 1.0f);
  EXPECT_EQ(min(2.0, 1.0f), 1.0);
  EXPECT_EQ(rsqrt(4.0f), 0.5f);
  EXPECT_EQ(__expf(0.0f), 1.0f);
  EXPECT_EQ(__half2float(hexp(__float2half(0.0f))), 1.0f);
  EXPECT_TRUE(isfinite(__fdividef(1.0f, 3.0f)));
}

}  // namespace
