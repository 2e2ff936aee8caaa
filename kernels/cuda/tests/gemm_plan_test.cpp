// How problems are cut and copied.
#include <gtest/gtest.h>

#include "kernels/cuda/gemm/plan.h"

namespace ulpgate::cuda {
namespace {

/// Row-major, 64 x 64 x 64, at addresses that nobody reads.
GemmProblem packed() {
  GemmProblem p;
  p.m = p.n = p.k = 64;
  p.a = {.data = reinterpret_cast<void*>(0x1000),
         .row_stride = 64,
         .column_stride = 1,
         .format = ElementFormat::fp16};
  p.b = p.a;
  p.c = p.d = {.data = nullptr, .row_stride = 64, .column_stride = 1, .format = ElementFormat::fp32};
  return p;
}

TEST(GemmPlan, CopiesAsWideAsAddressesAllow) {
  GemmProblem p = packed();
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 16);
  p.a.row_stride = 68;
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 8);
  p.a.row_stride = 66;
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 4);
  p.a.row_stride = 65;
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 0);
  p.m = 1;  // one line has no stride
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 16);
  p.batch = 2;
  p.a.batch_stride = 65;
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 0);
  p.a.batch_stride = 0;
  p.a.data = reinterpret_cast<void*>(0x1004);
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 4);
  p.a.column_stride = 2;
  EXPECT_EQ(plan(p, 16, nullptr).a.copy_bytes, 0);
}

TEST(GemmPlan, LinesRunWhereElementsAreNeighbours) {
  GemmProblem p = packed();
  EXPECT_TRUE(plan(p, 16, nullptr).a.k_contiguous);
  EXPECT_FALSE(plan(p, 16, nullptr).b.k_contiguous);
  p.unit = GemmUnit::warp_group;
  EXPECT_TRUE(plan(p, 16, nullptr).b.k_contiguous);
  EXPECT_EQ(plan(p, 16, nullptr).b.copy_bytes, 0);
}

TEST(GemmPlan, PartsAreNoLongerThanTheirShare) {
  GemmProblem p = packed();
  p.split_k = 2;
  p.k = 66;  // 33 each: three instructions of 16
  const GemmArguments g = plan(p, 16, nullptr);
  EXPECT_EQ(g.part_k, 48);
  EXPECT_EQ(g.parts, 2);
  p.k = 16;
  EXPECT_EQ(plan(p, 16, nullptr).parts, 1);
}

TEST(GemmPlan, SaysWhatItDoesNotTake) {
  GemmProblem p = packed();
  EXPECT_EQ(why_not(p), "");
  p.m = std::int64_t{1} << 40;
  EXPECT_NE(why_not(p), "");
  p = packed();
  p.d.format = ElementFormat::int32;
  EXPECT_NE(why_not(p), "");
  p = packed();
  p.split_k = 0;
  EXPECT_NE(why_not(p), "");
}

}  // namespace
}  // namespace ulpgate::cuda
