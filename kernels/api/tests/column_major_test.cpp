// A gemm as column-major libraries take it.
#include "kernels/api/column_major.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ulpgate {
namespace {

using Strides = std::array<std::int64_t, 3>;

/// 2 problems of 3 x 5 times 5 x 4.
GemmCall gemm(const Strides& a, const Strides& b, const Strides& d) {
  GemmCall g;
  g.batch = 2;
  g.m = 3;
  g.n = 4;
  g.k = 5;
  g.a = {&formats::fp32, nullptr, 3, 5, a[0], a[1], a[2]};
  g.b = {&formats::fp32, nullptr, 5, 4, b[0], b[1], b[2]};
  g.d = {&formats::fp32, nullptr, 3, 4, d[0], d[1], d[2]};
  return g;
}

TEST(ColumnMajor, KeepsColumnMajorResults) {
  ColumnMajorGemm c;
  ASSERT_EQ(to_column_major(gemm({20, 1, 4}, {30, 6, 1}, {14, 1, 3}), c).message, "");
  EXPECT_FALSE(c.swapped);
  EXPECT_EQ((std::array{c.batch, c.m, c.n, c.k}), (std::array<std::int64_t, 4>{2, 3, 4, 5}));
  EXPECT_EQ(c.x.role, "a");
  EXPECT_FALSE(c.x.transposed);
  EXPECT_EQ(c.x.leading_dimension, 4);
  EXPECT_EQ(c.x.batch_stride, 20);
  EXPECT_EQ(c.y.role, "b");
  EXPECT_TRUE(c.y.transposed);
  EXPECT_EQ(c.y.leading_dimension, 6);
  EXPECT_EQ(c.d_leading_dimension, 3);
  EXPECT_EQ(c.d_batch_stride, 14);
}

TEST(ColumnMajor, TransposesRowMajorResults) {
  ColumnMajorGemm c;
  ASSERT_EQ(to_column_major(gemm({15, 5, 1}, {20, 1, 5}, {12, 4, 1}), c).message, "");
  EXPECT_TRUE(c.swapped);
  EXPECT_EQ((std::array{c.m, c.n, c.k}), (std::array<std::int64_t, 3>{4, 3, 5}));
  // X is B transposed: B's columns, side by side in memory, are its rows.
  EXPECT_EQ(c.x.role, "b");
  EXPECT_TRUE(c.x.transposed);
  EXPECT_EQ(c.x.leading_dimension, 5);
  EXPECT_EQ(c.y.role, "a");
  EXPECT_FALSE(c.y.transposed);
  EXPECT_EQ(c.d_leading_dimension, 4);
}

TEST(ColumnMajor, RefusesWhatBlasCannotSay) {
  ColumnMajorGemm c;
  const auto refusal = [&](const GemmCall& g) {
    const Reply reply = to_column_major(g, c);
    EXPECT_EQ(reply.status, Status::unsupported);
    return reply.message;
  };
  EXPECT_EQ(refusal(gemm({15, 5, 1}, {20, 4, 1}, {-12, 4, 1})), "d has a negative batch stride");
  EXPECT_EQ(refusal(gemm({30, 10, 2}, {20, 4, 1}, {12, 4, 1})).substr(0, 13), "a has strides");
  GemmCall large = gemm({15, 5, 1}, {20, 4, 1}, {12, 4, 1});
  large.d.row_stride = std::int64_t{1} << 31;
  EXPECT_EQ(refusal(large), "a size or leading dimension does not fit 31 bits");
}

/// The problem, computed from what a library is told: column-major, operands transposed or not.
TEST(ColumnMajor, IsTheSameProduct) {
  for (int bits = 0; bits < 8; ++bits) {
    const auto strides = [](bool row_major, std::int64_t rows, std::int64_t columns) {
      return row_major ? Strides{rows * columns, columns, 1} : Strides{rows * columns, 1, rows};
    };
    const GemmCall g =
        gemm(strides((bits & 1) != 0, 3, 5), strides((bits & 2) != 0, 5, 4), strides((bits & 4) != 0, 3, 4));
    ColumnMajorGemm c;
    ASSERT_EQ(to_column_major(g, c).message, "");
    std::vector<int> a(30), b(40), d(24);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7 % 11);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int>(i * 5 % 13);
    const auto place = [](const ColumnMajorOperand& o, std::int64_t row, std::int64_t column) {
      return static_cast<std::size_t>(o.batch_stride + (o.transposed ? row * o.leading_dimension + column
                                                                     : column * o.leading_dimension + row));
    };
    const auto memory = [&](const ColumnMajorOperand& o) -> const std::vector<int>& {
      return o.role == "a" ? a : b;
    };
    for (std::int64_t i = 0; i < c.m; ++i) {
      for (std::int64_t j = 0; j < c.n; ++j) {
        int sum = 0;
        for (std::int64_t k = 0; k < c.k; ++k)
          sum += memory(c.x)[place(c.x, i, k)] * memory(c.y)[place(c.y, k, j)];
        d[static_cast<std::size_t>(c.d_batch_stride + j * c.d_leading_dimension + i)] = sum;
      }
    }
    const auto at = [](const CallMatrix& v, std::int64_t row, std::int64_t column) {
      return static_cast<std::size_t>(v.batch_stride + row * v.row_stride + column * v.column_stride);
    };
    for (std::int64_t i = 0; i < 3; ++i) {
      for (std::int64_t j = 0; j < 4; ++j) {
        int sum = 0;
        for (std::int64_t k = 0; k < 5; ++k) sum += a[at(g.a, i, k)] * b[at(g.b, k, j)];
        EXPECT_EQ(d[at(g.d, i, j)], sum) << bits << " " << i << " " << j;
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate
