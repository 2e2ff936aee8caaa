// A call on its way to a plug-in, and the answer on its way back.
#include <array>
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "kernels/api/tests/test_files.h"

namespace ulpgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// fp32 to bf16, with strides and places of the elements 0.
Reply convert(Implementation& implementation, std::string_view variant, std::int64_t count, float* from,
              std::int64_t from_stride, std::uint16_t* to, std::int64_t to_stride) {
  const std::array shape{count};
  const std::array from_strides{from_stride};
  const std::array to_strides{to_stride};
  const std::array<Tensor, 2> tensors{Tensor{"from", &formats::fp32, Memory::host, shape, from_strides, from},
                                      Tensor{"to", &formats::bf16, Memory::host, shape, to_strides, to}};
  return implementation.call({"convert", variant, tensors, {}, nullptr});
}

TEST(Call, ArrivesWhole) {
  const auto echo = load_plugin(ULPGATE_ECHO_PLUGIN);
  const std::array<std::int64_t, 1> shape{3};
  const std::array<std::int64_t, 1> strides{-2};
  float data[6] = {};
  // Views that do not end where their text does.
  const std::string_view words = "convertecho.from";
  const std::array tensors{Tensor{words.substr(12), &formats::fp32, Memory::host, shape, strides, data},
                           Tensor{"to", &formats::bf16, Memory::device, shape, strides, nullptr}};
  const std::array scalars{Scalar{"alpha", &formats::fp64, 0x3ff0000000000000}};
  const Reply reply = echo->call({words.substr(0, 7), words.substr(7, 4), tensors, scalars, data});
  EXPECT_EQ(reply.status, Status::ok);
  EXPECT_EQ(
      reply.message,
      "convert/echo from:fp32:0:1[3,-2] to:bf16:1:1[3,-2]NULL alpha:fp64=3ff0000000000000 sized stream");
  EXPECT_EQ(echo->version(), "2.1 beta");
  EXPECT_FALSE(echo->concurrent());
}

TEST(Call, StridesAreHonoured) {
  const auto control = load_plugin(plugin_path("control"));
  std::vector<float> from{1, 2, 4, 8, 16, 32};
  std::vector<std::uint16_t> to(6, 0xcdcd);
  ASSERT_EQ(convert(*control, "nearest", 3, from.data(), 2, to.data(), 1).status, Status::ok);
  EXPECT_THAT(to, ElementsAre(0x3f80, 0x4080, 0x4180, 0xcdcd, 0xcdcd, 0xcdcd));

  to.assign(6, 0xcdcd);
  ASSERT_EQ(convert(*control, "nearest", 3, from.data() + 2, -1, to.data() + 5, -2).status, Status::ok);
  EXPECT_THAT(to, ElementsAre(0xcdcd, 0x3f80, 0xcdcd, 0x4000, 0xcdcd, 0x4080));

  to.assign(6, 0xcdcd);
  ASSERT_EQ(convert(*control, "nearest", 3, from.data() + 1, 0, to.data(), 1).status, Status::ok);
  EXPECT_THAT(to, ElementsAre(0x4000, 0x4000, 0x4000, 0xcdcd, 0xcdcd, 0xcdcd));

  to.assign(6, 0xcdcd);
  ASSERT_EQ(convert(*control, "nearest", 0, from.data(), 1, to.data(), 1).status, Status::ok);
  EXPECT_THAT(to, ElementsAre(0xcdcd, 0xcdcd, 0xcdcd, 0xcdcd, 0xcdcd, 0xcdcd));
}

TEST(Call, AnswersComeBack) {
  float from = 1;
  std::uint16_t to = 0;
  const auto answer = [&](const char* name) {
    return convert(*load_plugin(plugin_path(name)), "nearest", 1, &from, 1, &to, 1);
  };
  EXPECT_EQ(answer("unsupported").status, Status::unsupported);
  EXPECT_EQ(answer("unsupported").message, "not today");
  EXPECT_EQ(answer("bad_status").status, Status::failed);
  EXPECT_EQ(answer("bad_status").message, "call() returned 17, which is no status");
  EXPECT_EQ(answer("unterminated").status, Status::failed);
  EXPECT_EQ(answer("unterminated").message, std::string(512, 'x'));
}

TEST(Call, MessagesAreMadePrintable) {
  float from = 1;
  std::uint16_t to = 0;
  const Reply reply = convert(*load_plugin(plugin_path("fails")), "nearest", 1, &from, 1, &to, 1);
  EXPECT_EQ(reply.status, Status::failed);
  EXPECT_EQ(reply.message,
            "?[31mred?[0m <script>alert(1)</script>?{\"outcome\":\"pass\"}????\x20"
            "end");
}

}  // namespace
}  // namespace ulpgate
