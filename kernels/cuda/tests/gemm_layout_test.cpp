// Every kernel, with every layout and alignment of its operands.
#include <array>
#include <gtest/gtest.h>
#include <string>

#include "kernels/cuda/tests/small_gemm.h"

namespace ulpgate::cuda::kernel_test {
namespace {

TEST(GemmLayout, EveryMajorOrder) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    for (const bool a : {false, true}) {
      for (const bool b : {false, true}) {
        SCOPED_TRACE(std::string(a ? "A column-major " : "A row-major ") +
                     (b ? "B column-major" : "B row-major"));
        SmallGemm g{.kernel = kernel, .architecture = architecture, .m = 40, .n = 33, .k = 70};
        g.a.column_major = a;
        g.b.column_major = b;
        g.d.column_major = a;
        expect_exact(g);
      }
    }
  });
}

TEST(GemmLayout, CopiesOfEveryWidthAndTheirTails) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    const int bytes = bytes_of(kernel.a);
    for (const int width : {16, 8, 4}) {
      SCOPED_TRACE(width);
      SmallGemm g{.kernel = kernel, .architecture = architecture, .m = 21, .n = 19, .k = 37};
      // Lines begin at multiples of `width` and of nothing more; tests' memory is aligned to 16 bytes.
      g.a.lead = g.b.lead = (16 + width) / bytes;
      g.a.pad = g.b.pad = (16 * 16 + width) / bytes - g.k;
      g.b.column_major = true;
      expect_exact(g);
    }
  });
}

TEST(GemmLayout, NeighboursApart) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    SmallGemm g{.kernel = kernel, .architecture = architecture, .batch = 2, .m = 5, .n = 7, .k = 20};
    g.a.inner = 2;
    g.b.inner = 3;
    g.d.inner = 2;
    g.d.pad = 3;
    expect_exact(g);
  });
}

TEST(GemmLayout, TilesAndTails) {
  for_each_kernel([](const GemmKernel& kernel, int architecture) {
    for (const auto& [m, n, k] :
         {std::array{1, 1, 1}, std::array{64, 64, 64}, std::array{65, 130, 33}, std::array{32, 32, 200}}) {
      SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k));
      expect_exact({.kernel = kernel, .architecture = architecture, .m = m, .n = n, .k = k});
    }
  });
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
