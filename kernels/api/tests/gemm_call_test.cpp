// A call of gemm, understood: shapes, strides and layouts.
#include "kernels/api/gemm_call.h"

#include <array>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ulpgate {
namespace {

/// A call that keeps to the rules, to be spoilt: 2 problems, 3 x 5 times 5 x 4.
struct Good {
  using Extents = std::vector<std::int64_t>;
  std::vector<std::string> names{"a", "b", "c", "d"};
  std::vector<Extents> shapes{{2, 3, 5}, {2, 5, 4}, {2, 3, 4}, {2, 3, 4}};
  std::vector<Extents> strides{{15, 5, 1}, {20, 4, 1}, {0, 0, 0}, {12, 4, 1}};
  std::vector<Memory> memory{4, Memory::host};
  std::vector<Scalar> scalars{{"alpha", &formats::fp32, 0x40000000}, {"beta", &formats::fp32, 0xBF000000}};
  std::array<float, 64> data{};

  Reply understand(GemmCall& gemm) {
    std::vector<Tensor> tensors;
    for (std::size_t i = 0; i < names.size(); ++i)
      tensors.push_back({names[i], &formats::fp32, memory[i], shapes[i], strides[i], data.data()});
    return understand_gemm({"gemm", "v", tensors, scalars, nullptr}, gemm);
  }
};

std::string refusal(const std::function<void(Good&)>& spoil) {
  Good good;
  spoil(good);
  GemmCall gemm;
  const Reply reply = good.understand(gemm);
  EXPECT_EQ(reply.status == Status::ok, reply.message.empty());
  EXPECT_TRUE(reply.status == Status::ok || reply.status == Status::invalid);
  return reply.message;
}

TEST(GemmCall, IsUnderstood) {
  Good good;
  good.names.insert(good.names.end(), {"bias", "a_scale", "b_scale", "amax"});
  good.shapes.insert(good.shapes.end(), {{4}, {2, 3, 1}, {2, 1, 1}, {1}});
  good.strides.insert(good.strides.end(), {{-1}, {3, 1, 1}, {1, 1, 1}, {1}});
  good.memory.resize(8, Memory::host);
  GemmCall gemm;
  ASSERT_EQ(good.understand(gemm).message, "");
  EXPECT_EQ(gemm.batch, 2);
  EXPECT_EQ(gemm.m, 3);
  EXPECT_EQ(gemm.n, 4);
  EXPECT_EQ(gemm.k, 5);
  EXPECT_EQ(gemm.alpha, 2);
  EXPECT_EQ(gemm.beta, -0.5);
  EXPECT_EQ(gemm.b.at(1, 2, 3) - gemm.b.data, (20 + 2 * 4 + 3) * 4);
  ASSERT_TRUE(gemm.bias && gemm.a_scale && gemm.b_scale && gemm.amax);
  EXPECT_EQ(gemm.bias->column_stride, -1);
  EXPECT_EQ(check_scale("a_scale", *gemm.a_scale, gemm.a, 1, 5).message, "");
  EXPECT_EQ(check_scale("a_scale", *gemm.a_scale, gemm.a, 1, 4).message,
            "a_scale is 3 x 1, and the operand's blocks are 3 x 2");
  EXPECT_EQ(check_scale("b_scale", *gemm.b_scale, gemm.b, 0, 0).message, "");
}

TEST(GemmCall, IsRefusedWithASentence) {
  EXPECT_EQ(refusal([](Good& g) {
              g.names.push_back("amax");
              g.shapes.push_back({2});
              g.strides.push_back({1});
              g.memory.push_back(Memory::host);
            }),
            "amax has 2 elements, and must have 1");
  EXPECT_EQ(refusal([](Good&) {}), "");
  EXPECT_EQ(refusal([](Good& g) { g.names[1] = "x"; }), "there is no tensor b");
  EXPECT_EQ(refusal([](Good& g) { g.memory[2] = Memory::device; }), "c is not in host memory");
  EXPECT_EQ(refusal([](Good& g) {
              g.shapes[0] = g.strides[0] = {3, 5};
            }),
            "a has rank 2, and its role has rank 3");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[3][1] = -1; }), "d has the extent -1");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[1][0] = 3; }), "b has 3 problems, and a has 2");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[1][1] = 6; }),
            "b has the shape {2, 6, 4}, and a and b make it {2, 5, 4}");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[3][2] = 5; }),
            "d has the shape {2, 3, 5}, and a and b make it {2, 3, 4}");
  EXPECT_EQ(refusal([](Good& g) { g.strides[3][1] = 0; }),
            "d has a stride of 0, so that its elements overlap");
  EXPECT_EQ(refusal([](Good& g) { g.scalars.pop_back(); }), "alpha and beta are not both given");
  EXPECT_EQ(refusal([](Good& g) { g.scalars[1].format = &formats::fp64; }),
            "alpha is fp32, and beta is fp64");
}

std::string layout(std::int64_t rows, std::int64_t columns, std::int64_t row_stride,
                   std::int64_t column_stride) {
  const auto l = blas_layout({&formats::fp32, nullptr, rows, columns, 0, row_stride, column_stride});
  return l ? (l->row_major ? "row " : "column ") + std::to_string(l->leading_dimension) : "none";
}

TEST(BlasLayout, IsFoundFromStrides) {
  EXPECT_EQ(layout(3, 4, 4, 1), "row 4");
  EXPECT_EQ(layout(3, 4, 9, 1), "row 9");
  EXPECT_EQ(layout(3, 4, 1, 3), "column 3");
  EXPECT_EQ(layout(3, 4, 1, 8), "column 8");
  // One line: its own stride does not matter.
  EXPECT_EQ(layout(1, 4, -7, 1), "row 4");
  EXPECT_EQ(layout(1, 4, 0, 5), "column 5");
  EXPECT_EQ(layout(4, 1, 1, 0), "row 1");
  EXPECT_EQ(layout(4, 1, 6, 0), "row 6");
  EXPECT_EQ(layout(1, 1, 0, 0), "row 1");
  EXPECT_EQ(layout(0, 4, 0, 0), "row 4");
  EXPECT_EQ(layout(4, 0, 0, 0), "row 1");
  // What BLAS cannot say.
  EXPECT_EQ(layout(3, 4, 3, 1), "none");
  EXPECT_EQ(layout(3, 4, 8, 2), "none");
  EXPECT_EQ(layout(3, 4, -4, 1), "none");
  EXPECT_EQ(layout(3, 4, 4, -1), "none");
  EXPECT_EQ(layout(3, 4, 0, 1), "none");
  EXPECT_EQ(layout(1, 4, 1, 0), "none");
}

}  // namespace
}  // namespace ulpgate
