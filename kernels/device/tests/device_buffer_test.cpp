// Tensors on the (fake) device: strides, gaps and guards.
#include "kernels/device/device_buffer.h"

#include <array>
#include <cstdint>
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "kernels/device/cuda_error.h"
#include "kernels/device/tests/fake.h"

namespace ulpgate::device {
namespace {

using testing::ElementsAre;

/// A 2 x 3 tensor of uint16 codes.
struct Host {
  std::vector<std::uint16_t> memory;
  std::array<std::int64_t, 2> shape{2, 3};
  std::array<std::int64_t, 2> strides;
  std::size_t first = 0;

  Tensor tensor() { return {"t", &formats::fp16, Memory::host, shape, strides, memory.data() + first}; }
};

TEST(DeviceBuffer, KeepsStridesAndGaps) {
  Host from{{1, 2, 3, 9, 4, 5, 6}, {2, 3}, {4, 1}};
  Host to{std::vector<std::uint16_t>(9, 7), {2, 3}, {1, -3}, 6};
  DeviceBuffer buffer(to.tensor(), nullptr);
  const auto* const device = static_cast<const std::uint16_t*>(buffer.data());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device - 6) % 256, 0u);
  EXPECT_EQ(device[0], 0xFFFF);
  buffer.upload(from.tensor());
  EXPECT_EQ(device[0], 1);
  EXPECT_EQ(device[-3], 2);
  EXPECT_EQ(device[-5], 6);
  EXPECT_EQ(device[-1], 0xFFFF);
  EXPECT_EQ(buffer.download(), "");
  EXPECT_THAT(to.memory, ElementsAre(3, 6, 7, 2, 5, 7, 1, 4, 7));
}

TEST(DeviceBuffer, LiesAsOnTheHost) {
  for (std::size_t first = 6; first < 40; ++first) {
    Host host{std::vector<std::uint16_t>(50, 7), {2, 3}, {1, -3}, first};
    const Tensor tensor = host.tensor();
    const DeviceBuffer buffer(tensor, nullptr, Placement::as_host);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64,
              reinterpret_cast<std::uintptr_t>(tensor.data) % 64);
  }
}

TEST(DeviceBuffer, NoticesStrayWrites) {
  Host host{std::vector<std::uint16_t>(7, 1), {2, 3}, {4, 1}};
  DeviceBuffer buffer(host.tensor(), nullptr);
  auto* const device = static_cast<std::uint8_t*>(buffer.data());
  device[13] = 1;  // the last element's
  EXPECT_EQ(buffer.download(), "");
  EXPECT_EQ(buffer.changes(), "the device changed byte 13 of t");
  device[14] = 1;
  EXPECT_EQ(buffer.download(), "the device wrote past the end of t");
  device[14] = 0xFF;
  device[7] = 1;
  EXPECT_EQ(buffer.download(), "the device changed byte 7 of t");
  device[-2] = 1;
  EXPECT_EQ(buffer.download(), "the device wrote 2 bytes before t");
}

TEST(DeviceBuffer, TakesEmptyTensors) {
  Host host{{}, {2, 0}, {0, 1}};
  DeviceBuffer buffer(host.tensor(), nullptr);
  buffer.upload(host.tensor());
  EXPECT_EQ(buffer.download(), "");
}

TEST(DeviceBuffer, ReportsErrors) {
  Host host{std::vector<std::uint16_t>(6, 1), {2, 3}, {3, 1}};
  {
    DeviceBuffer buffer(host.tensor(), nullptr);
    fake::orders().cuda_error = cudaErrorIllegalAddress;
    try {
      buffer.download();
      FAIL() << "no error";
    } catch (const CudaError& error) {
      EXPECT_STREQ(
          error.what(),
          "cudaStreamSynchronize: cudaErrorIllegalAddress, as ordered; every later CUDA call of this "
          "process fails");
    }
  }
  EXPECT_EQ(fake::blocks(), 0);
}

}  // namespace
}  // namespace ulpgate::device
