// A call of an operation of quantization, understood.
#include "kernels/api/block_call.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ulpgate {
namespace {

/// A call that keeps to the rules, to be spoilt: quantize of 3 rows of 70 in blocks of 1 x 32.
struct Good {
  std::string operation = "quantize";
  std::vector<std::string> names{"x", "q", "scales", "q_t", "scales_t"};
  std::vector<std::vector<std::int64_t>> shapes{{3, 70}, {3, 70}, {3, 3}, {70, 3}, {70, 1}};
  std::vector<std::vector<std::int64_t>> strides{{-70, 1}, {70, 1}, {3, 1}, {3, 1}, {1, 1}};
  std::vector<float> data = std::vector<float>(64);

  Reply understand(BlockCall& blocks) {
    for (std::size_t i = 0; i < names.size(); ++i)
      tensors.push_back({names[i], &formats::fp32, Memory::host, shapes[i], strides[i], data.data()});
    call = {operation, "v", tensors, {}, nullptr};
    return understand_blocks(call, blocks);
  }
  std::vector<Tensor> tensors;
  Call call;
};

std::string refusal(const std::function<void(Good&)>& spoil, ScaleStorage storage = ScaleStorage::plain) {
  Good good;
  spoil(good);
  BlockCall blocks;
  const Reply reply = good.understand(blocks);
  EXPECT_EQ(reply.status == Status::ok, reply.message.empty());
  if (reply.status != Status::ok) return reply.message;
  return wrong_scales(blocks, good.operation, 1, 32, storage);
}

TEST(BlockCall, IsUnderstood) {
  Good good;
  BlockCall blocks;
  ASSERT_EQ(good.understand(blocks).message, "");
  EXPECT_EQ(blocks.rows, 3);
  EXPECT_EQ(blocks.columns, 70);
  EXPECT_EQ(blocks.find("random"), nullptr);
  EXPECT_EQ(blocks.view("x").at(2, 3) - blocks.view("x").data, (-2 * 70 + 3) * 4);
  EXPECT_EQ(blocks.view("q_t").rows, 70);
  EXPECT_EQ(wrong_scales(blocks, "quantize", 1, 32, ScaleStorage::plain), "");
}

TEST(BlockCall, IsRefused) {
  EXPECT_EQ(refusal([](Good&) {}), "");
  EXPECT_EQ(refusal([](Good& g) { g.operation = "softmax"; }), "softmax is no operation of quantization");
  EXPECT_EQ(refusal([](Good& g) { g.names[1] = "z"; }), "there is no tensor q");
  EXPECT_EQ(refusal([](Good& g) {
              g.shapes[1] = {70, 3};
            }),
            "q has other extents than the other tensors make it");
  EXPECT_EQ(refusal([](Good& g) { g.shapes[0] = {-3, 70}; }), "x has the extent -3");
  EXPECT_EQ(refusal([](Good& g) {
              g.shapes[2] = {3, 2};
            }),
            "scales has 3 x 2 elements, and blocks and layout make it 3 x 3");
}

TEST(BlockCall, ScalesAreAsLongAsTheirLayoutMakesThem) {
  const auto stored = [](Good& g) {
    g.shapes[2] = {128, 4};
    g.shapes[4] = {128, 4};
  };
  EXPECT_EQ(refusal(stored, ScaleStorage::padded), "");
  EXPECT_EQ(refusal(stored, ScaleStorage::swizzled),
            "scales has 128 x 4 elements, and blocks and layout make it 1 x 512");
}

TEST(BlockCall, ElementsOfFourBitsMayBePacked) {
  Good good;
  good.names = {"q", "scales", "y"};
  good.operation = "dequantize";
  good.shapes = {{3, 35}, {3, 3}, {3, 69}};
  good.strides = {{35, 1}, {3, 1}, {69, 1}};
  for (std::size_t i = 0; i < 3; ++i)
    good.tensors.push_back({good.names[i], i == 0 ? &formats::e2m1 : &formats::fp32, Memory::host,
                            good.shapes[i], good.strides[i], good.data.data()});
  const Call call{good.operation, "v", good.tensors, {}, nullptr};
  BlockCall blocks;
  ASSERT_EQ(understand_blocks(call, blocks).message, "");
  EXPECT_EQ(blocks.columns, 69);
  EXPECT_EQ(wrong_elements(blocks, true), "");
  EXPECT_EQ(wrong_elements(blocks, false), "q has rows of 35, and packing makes them 69");
  good.tensors[0].format = &formats::e4m3;
  EXPECT_EQ(understand_blocks({good.operation, "v", good.tensors, {}, nullptr}, blocks).message,
            "q has other extents than the other tensors make it");
}

}  // namespace
}  // namespace ulpgate
