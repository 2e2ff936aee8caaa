// The intrinsics before CUDA's own headers and the standard library.
// clang-format off
#include "ulpgate/simt/intrinsics.h"
#include <cuda_runtime.h>
#include <cmath>
#include <gtest/gtest.h>
// clang-format on

namespace {

TEST(IntrinsicsInclude, First) {
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
  EXPECT_EQ(__powf(2.0f, 3.0f), 8.0f);
  EXPECT_EQ(max(1.0f, 2.0f), 2.0f);
  EXPECT_EQ(std::max(1, 2), 2);
}

}  // namespace
