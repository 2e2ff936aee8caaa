// Objects of plug-ins: what is refused, and that they keep their state.
#include <bit>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/api/plugin_check.h"
#include "kernels/api/registry.h"
#include "kernels/api/tests/test_files.h"

namespace ulpgate {
namespace {

using testing::HasSubstr;

int answer(const ulpgate_call*, ulpgate_reply*) { return ULPGATE_OK; }
int make(const ulpgate_call*, void**, ulpgate_reply*) { return ULPGATE_OK; }
int invoke(void*, const ulpgate_call*, ulpgate_reply*) { return ULPGATE_OK; }
void destroy(void*) {}

std::string refusal(const ulpgate_objects* objects) {
  const ulpgate_pair formats[] = {{"gradient", "fp32"}};
  const ulpgate_offer offer{"grad_scaler", "v", formats, 1, nullptr, 0};
  const ulpgate_plugin plugin{
      ULPGATE_ABI_VERSION, sizeof(ulpgate_plugin), "mine", "1", "", 0, &offer, 1, answer};
  try {
    checked_offers("x.so", &plugin, objects);
  } catch (const ImplementationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Objects, AreCheckedWithTheOffers) {
  const ulpgate_objects good{sizeof(ulpgate_objects), make, invoke, destroy};
  EXPECT_EQ(refusal(&good), "accepted");
  EXPECT_THAT(refusal(nullptr), HasSubstr("objects of grad_scaler need ulpgate_objects_entry()"));
  ulpgate_objects bad = good;
  bad.struct_size = 8;
  EXPECT_THAT(refusal(&bad), HasSubstr("struct_size of its objects is 8"));
  bad = good;
  bad.destroy = nullptr;
  EXPECT_THAT(refusal(&bad), HasSubstr("create, invoke or destroy of its objects is NULL"));
}

/// A call of an object of the control without tensors.
Reply call(StatefulObject& object, const char* operation, const std::vector<Scalar>& scalars = {}) {
  return object.call({.operation = operation, .variant = "plain", .tensors = {}, .scalars = scalars});
}

TEST(Objects, KeepTheirState) {
  const auto control = load_plugin(plugin_path("scaler_control"));
  const std::int64_t nothing = 0, one = 1;
  const Tensor gradient{.name = "gradient",
                        .format = &formats::fp32,
                        .shape = {&nothing, 1},
                        .strides = {&one, 1},
                        .data = nullptr};
  const std::vector<Scalar> scalars{{"growth", &formats::fp64, std::bit_cast<std::uint64_t>(2.0)}};
  const Call create{
      .operation = "grad_scaler", .variant = "plain", .tensors = {&gradient, 1}, .scalars = scalars};
  std::unique_ptr<StatefulObject> first, second;
  ASSERT_EQ(control->create(create, first).status, Status::ok);
  ASSERT_EQ(control->create(create, second).status, Status::ok);
  const std::vector<Scalar> state{{"scale", &formats::fp32, 0x41000000}, {"tracker", &formats::int32, 3}};
  EXPECT_EQ(call(*first, "load", state).status, Status::ok);
  const Reply reply = call(*first, "update");
  EXPECT_EQ(reply.status, Status::invalid);
  EXPECT_EQ(reply.message, "no_scale_yet");
  for (const auto& [object, scale] : {std::pair{first.get(), 8.0f}, {second.get(), 65536.0f}}) {
    float seen = 0;
    const Tensor out{
        .name = "scale", .format = &formats::fp32, .shape = {&one, 1}, .strides = {&one, 1}, .data = &seen};
    EXPECT_EQ(
        object->call({.operation = "state", .variant = "plain", .tensors = {&out, 1}, .scalars = {}}).status,
        Status::ok);
    EXPECT_EQ(seen, scale);
  }
}

TEST(Objects, AreNotMadeOfWhatHasNone) {
  const auto control = load_plugin(plugin_path("control"));
  std::unique_ptr<StatefulObject> object;
  EXPECT_EQ(
      control->create({.operation = "grad_scaler", .variant = "plain", .tensors = {}, .scalars = {}}, object)
          .status,
      Status::unsupported);
  EXPECT_EQ(object, nullptr);
}

}  // namespace
}  // namespace ulpgate
