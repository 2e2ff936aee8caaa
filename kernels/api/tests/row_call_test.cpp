// A call of an operation on rows, understood.
#include "kernels/api/row_call.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ulpgate {
namespace {

/// A call that keeps to the rules, to be spoilt: layer_norm of 3 rows of 5.
struct Good {
  std::string operation = "layer_norm";
  std::vector<std::string> names{"x", "gamma", "y", "mean"};
  std::vector<std::vector<std::int64_t>> shapes{{3, 5}, {5}, {3, 5}, {3}};
  std::vector<std::vector<std::int64_t>> strides{{-5, 1}, {0}, {7, 1}, {2}};
  std::vector<Scalar> scalars{{"eps", &formats::fp32, 0x3F000000}};
  std::vector<float> data = std::vector<float>(64);

  Reply understand(RowCall& rows) {
    for (std::size_t i = 0; i < names.size(); ++i)
      tensors.push_back({names[i], &formats::fp32, Memory::host, shapes[i], strides[i], data.data()});
    call = {operation, "v", tensors, scalars, nullptr};
    return understand_rows(call, rows);
  }
  std::vector<Tensor> tensors;
  Call call;
};

std::string refusal(const std::function<void(Good&)>& spoil) {
  Good good;
  spoil(good);
  RowCall rows;
  const Reply reply = good.understand(rows);
  EXPECT_EQ(reply.status == Status::ok, reply.message.empty());
  return reply.message;
}

TEST(RowCall, IsUnderstood) {
  Good good;
  RowCall rows;
  ASSERT_EQ(good.understand(rows).message, "");
  EXPECT_EQ(rows.outer, 3);
  EXPECT_EQ(rows.n, 5);
  EXPECT_EQ(rows.inner, 1);
  EXPECT_EQ(rows.scalar("eps"), 0.5);
  EXPECT_EQ(rows.find("beta"), nullptr);
  EXPECT_EQ(rows.view("x").at(2, 3) - rows.view("x").data, (-2 * 5 + 3) * 4);
  EXPECT_EQ(rows.view("gamma").at(2, 3), rows.view("gamma").data);
  EXPECT_EQ(rows.view("mean").at(2, 3) - rows.view("mean").data, 2 * 2 * 4);
}

TEST(RowCall, IsRefused) {
  EXPECT_EQ(refusal([](Good&) {}), "");
  EXPECT_EQ(refusal([](Good& g) { g.operation = "gemm"; }), "gemm is no operation on rows");
  EXPECT_EQ(refusal([](Good& g) { g.names[2] = "z"; }), "there is no tensor y");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[1] = {4}; }),
            "dimension 0 of gamma is 4, and the tensors before make it 5");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[3] = {-3}; }), "mean has the extent -3");
  EXPECT_EQ(refusal([](Good& g) {
              g.strides[2] = {0, 1};
            }),
            "y has a stride of 0, so that its elements overlap");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[0] = {3}; }), "x has rank 1, and its role has rank 2");
  EXPECT_EQ(refusal([](Good& g) { g.scalars.clear(); }), "eps is not given");
}

TEST(RowCall, ReducesALoss) {
  Good good;
  good.operation = "cross_entropy";
  good.names = {"x", "target", "loss"};
  good.shapes = {{3, 5}, {3}, {1}};
  good.strides = {{5, 1}, {1}, {0}};
  good.scalars = {{"ignore_index", &formats::int64, 7}};
  RowCall rows;
  EXPECT_EQ(good.understand(rows).message, "");
  EXPECT_EQ(rows.view("loss").at(2), rows.view("loss").data);
  EXPECT_EQ(refusal([&](Good& g) {
              g = good;
              g.tensors.clear();
              g.shapes[2] = {2};
              g.strides[2] = {1};
            }),
            "loss has 2 elements, and there are 3 rows");
  EXPECT_EQ(refusal([&](Good& g) {
              g = good;
              g.tensors.clear();
              g.scalars.clear();
            }),
            "ignore_index is not given");
}

TEST(RowCall, CountsGroups) {
  Good good;
  good.operation = "group_norm";
  good.names = {"x", "gamma", "y", "mean"};
  good.shapes = {{2, 6, 5}, {6}, {2, 6, 5}, {2, 3}};
  good.strides = {{30, 5, 1}, {1}, {30, 5, 1}, {4, 1}};
  good.scalars = {{"groups", &formats::int64, 3}, {"eps", &formats::fp32, 0x3F000000}};
  RowCall rows;
  Good right = good;
  ASSERT_EQ(right.understand(rows).message, "");
  EXPECT_EQ(rows.groups, 3);
  EXPECT_EQ(rows.n, 6);
  EXPECT_EQ(rows.inner, 5);
  EXPECT_EQ(rows.view("mean").at(1, 0, 2) - rows.view("mean").data, (4 + 2) * 4);
  EXPECT_EQ(rows.view("gamma").at(1, 4, 2) - rows.view("gamma").data, 4 * 4);
  const auto groups = [&](std::uint64_t count) {
    return refusal([&](Good& g) {
      g = good;
      g.scalars[0].bits = count;
    });
  };
  EXPECT_EQ(groups(4), "groups is 4, and there are 6 channels");
  EXPECT_EQ(groups(0), "groups is 0, and there are 6 channels");
  EXPECT_EQ(groups(2), "groups is 2, and there are statistics of 3");
}

TEST(RowCall, CountsQueries) {
  Good good;
  good.operation = "softmax";
  good.names = {"x", "y"};
  good.shapes = {{2, 3, 4}, {2, 3, 4}};
  good.strides = {{12, 4, 1}, {12, 4, 1}};
  good.scalars = {{"causal", &formats::int32, 0}};
  RowCall rows;
  EXPECT_EQ(good.understand(rows).message, "causal is 0, and it is a number of queries");
}

}  // namespace
}  // namespace ulpgate
