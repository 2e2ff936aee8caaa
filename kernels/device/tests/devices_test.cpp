// Which devices there are, and the choice of one, on fake devices.
#include <cstdlib>
#include <gtest/gtest.h>

#include "kernels/api/cuda_devices.h"
#include "kernels/api/cuda_environment.h"
#include "kernels/device/device_choice.h"
#include "kernels/device/device_info.h"
#include "kernels/device/tests/fake.h"

namespace ulpgate {
namespace {

class Devices : public ::testing::Test {
 protected:
  void SetUp() override { forget(); }
  void TearDown() override {
    forget();
    fake::orders().devices = 1;
  }
  static void forget() {
    for (const char* variable :
         {"CUDA_VISIBLE_DEVICES", "ULPGATE_CHOSEN_DEVICE", "CTEST_RESOURCE_GROUP_0_GPUS"})
      unsetenv(variable);
  }
  static std::string refusal(const std::string& number) {
    try {
      choose_device(number);
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "chosen";
  }
};

TEST_F(Devices, AreTold) {
  fake::orders().devices = 2;
  const CudaDevices devices = cuda_devices();
  ASSERT_EQ(devices.all.size(), 2U);
  EXPECT_EQ(devices.all[1].name, "Fake 1");
  EXPECT_EQ(devices.all[1].architecture, "sm_90");
  EXPECT_EQ(devices.all[1].memory_bytes, std::uint64_t{64} << 30);
  EXPECT_EQ(devices.all[1].pci, "0000:01:00.0");
  EXPECT_EQ(devices.why_none, "");
}

TEST_F(Devices, NoneHasAReason) {
  fake::orders().devices = 0;
  EXPECT_TRUE(cuda_devices().all.empty());
  EXPECT_EQ(cuda_devices().why_none, "the CUDA runtime says: no CUDA-capable device is detected");
  EXPECT_EQ(refusal("0"), "there is no device 0: the CUDA runtime says: no CUDA-capable device is detected");
  EXPECT_TRUE(device::no_device().has_value());
  EXPECT_FALSE(cuda_environment().contains("device"));
  EXPECT_EQ(cuda_environment().at("driver"), "13.1");
}

TEST_F(Devices, TheChosenOneIsTheOnlyOneAndStandsInTheEnvironment) {
  fake::orders().devices = 3;
  choose_device("2");
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "2");
  ASSERT_EQ(cuda_devices().all.size(), 1U);
  const auto environment = cuda_environment();
  EXPECT_EQ(environment.at("index"), "2");
  EXPECT_EQ(environment.at("device_count"), "3");
  EXPECT_EQ(environment.at("device"), "Fake 2");
  EXPECT_EQ(environment.at("pci"), "0000:02:00.0");
  EXPECT_EQ(environment.at("compute_capability"), "9.0");
}

TEST_F(Devices, AreCountedAmongThoseThatAreVisible) {
  fake::orders().devices = 4;
  setenv("CUDA_VISIBLE_DEVICES", "3,1", 1);
  choose_device("1");
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "1");
  EXPECT_EQ(cuda_environment().at("index"), "1");
  EXPECT_EQ(cuda_environment().at("device"), "Fake 1");
}

TEST_F(Devices, AnOnlyOneIsLeftAsItIs) {
  setenv("CUDA_VISIBLE_DEVICES", "0", 1);
  choose_device("0");
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "0");
  EXPECT_EQ(chosen_device()->count, 1);
}

TEST_F(Devices, WithoutAChoiceTheFirstOneIsUsed) {
  fake::orders().devices = 2;
  EXPECT_EQ(cuda_environment().at("index"), "0");
  EXPECT_EQ(cuda_environment().at("device_count"), "2");
  EXPECT_FALSE(chosen_device().has_value());
}

TEST_F(Devices, WhatIsNoDeviceIsRefusedInOneSentence) {
  fake::orders().devices = 2;
  EXPECT_EQ(refusal("2"), "there is no device 2: the last one is 1; see ulpgate list devices");
  for (const char* wrong : {"", "-1", "1x", "gpu", "99999999999"})
    EXPECT_EQ(refusal(wrong),
              "'" + std::string(wrong) + "' is not the number of a device; see ulpgate list devices");
  EXPECT_EQ(std::getenv("CUDA_VISIBLE_DEVICES"), nullptr);
}

TEST_F(Devices, CTestMayChoose) {
  EXPECT_EQ(device_from_ctest(), std::nullopt);
  setenv("CTEST_RESOURCE_GROUP_0_GPUS", "id:3,slots:1", 1);
  EXPECT_EQ(device_from_ctest(), "3");
  setenv("CTEST_RESOURCE_GROUP_0_GPUS", "id:none,slots:1", 1);
  EXPECT_EQ(device_from_ctest(), std::nullopt);
  for (const char* wrong : {"", "3", "id:3", "id:0,slots:1;id:1,slots:1"}) {
    setenv("CTEST_RESOURCE_GROUP_0_GPUS", wrong, 1);
    EXPECT_THROW(device_from_ctest(), DeviceError) << wrong;
  }
}

}  // namespace
}  // namespace ulpgate
