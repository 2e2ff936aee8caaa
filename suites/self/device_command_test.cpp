// One device for a process, as a user and CTest type it, on devices that are not there.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>

#include "suites/self/shell.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ulpgate::Shell;
using ulpgate::shell;

/// `devices` in the machine; `variables` as in VAR=value.
Shell with_devices(int devices, const std::string& arguments, const std::string& variables = "") {
  return shell("unset CUDA_VISIBLE_DEVICES CTEST_RESOURCE_GROUP_0_GPUS; ULPGATE_FAKE_DEVICES=" +
               std::to_string(devices) + " " + variables + " '" ULPGATE_ON_FAKE_DEVICES "' " + arguments);
}

class DeviceCommand : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(out_); }
  void TearDown() override { fs::remove_all(out_); }
  std::string quick() const {
    return "run --tier smoke --suite convert --impl gcc --filter '*fp16_to_fp32*/CONVERT-NAN-1' --out '" +
           out_.string() + "' ";
  }
  json environment() const { return json::parse(std::ifstream(out_ / "report.json"))["environment"]; }

  fs::path out_ = fs::temp_directory_path() / ("ulpgate-device-" + std::to_string(getpid()));
};

TEST_F(DeviceCommand, ListsDevicesForPeopleAndScripts) {
  const Shell table = with_devices(2, "list devices");
  EXPECT_EQ(table.status, 0);
  EXPECT_EQ(table.text,
            "index  name    sm     memory    pci           driver\n"
            "0      Fake 0  sm_90  64.0 GiB  0000:00:00.0  1.2.3\n"
            "1      Fake 1  sm_90  64.0 GiB  0000:01:00.0  1.2.3\n");
  const json devices = json::parse(with_devices(2, "list devices --json").text);
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[1]["index"], 1);
  EXPECT_EQ(devices[1]["architecture"], "sm_90");
}

TEST_F(DeviceCommand, NoDeviceIsNoFault) {
  const Shell none = with_devices(0, "list devices");
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(none.text, "no CUDA device: the fake has none\n");
  EXPECT_EQ(with_devices(0, "list devices --json").text, "[]\n");
}

TEST_F(DeviceCommand, WritesWhatCTestReads) {
  const auto ids = [](int devices) {
    const json all = json::parse(with_devices(devices, "list devices --ctest -").text);
    EXPECT_EQ(all["version"], (json{{"major", 1}, {"minor", 0}}));
    EXPECT_EQ(all["local"].size(), 1U);
    std::string text;
    for (const json& gpu : all["local"][0]["gpus"]) {
      EXPECT_EQ(gpu["slots"], 1);
      text += gpu["id"].get<std::string>() + " ";
    }
    return text;
  };
  EXPECT_EQ(ids(0), "none ");
  EXPECT_EQ(ids(1), "0 ");
  EXPECT_EQ(ids(2), "0 1 ");
  fs::create_directories(out_);
  const std::string file = (out_ / "devices.json").string();
  const Shell written = with_devices(2, "list devices --ctest '" + file + "'");
  EXPECT_EQ(written.status, 0);
  EXPECT_EQ(written.text, "");
  EXPECT_EQ(json::parse(std::ifstream(file))["local"][0]["gpus"].size(), 2U);
}

TEST_F(DeviceCommand, TheChosenDeviceReachesTheProcessesThatJudge) {
  const Shell s = with_devices(3, quick() + "--device 1");
  ASSERT_EQ(s.status, 0) << s.text;
  EXPECT_EQ(environment()["device"]["device"], "Fake 1");
  EXPECT_EQ(environment()["device"]["index"], "1");
  EXPECT_EQ(environment()["device"]["device_count"], "3");
  EXPECT_EQ(environment()["variables"]["CUDA_VISIBLE_DEVICES"], "1");
}

TEST_F(DeviceCommand, CTestChoosesWhereNobodyElseDid) {
  const std::string given = "CTEST_RESOURCE_GROUP_0_GPUS=id:2,slots:1";
  ASSERT_EQ(with_devices(3, quick(), given).status, 0);
  EXPECT_EQ(environment()["device"]["device"], "Fake 2");
  ASSERT_EQ(with_devices(3, quick() + "--device 0", given).status, 0);
  EXPECT_EQ(environment()["device"]["device"], "Fake 0");
  ASSERT_EQ(with_devices(3, quick(), "CTEST_RESOURCE_GROUP_0_GPUS=id:none,slots:1").status, 0);
  EXPECT_EQ(environment()["device"]["device"], "Fake 0");
  EXPECT_FALSE(environment()["variables"].contains("CUDA_VISIBLE_DEVICES"));
}

TEST_F(DeviceCommand, BadUseIsOneSentenceAndStatusTwo) {
  struct Bad {
    int devices;
    std::string arguments, variables, says;
  };
  const std::string ctest = "CTEST_RESOURCE_GROUP_0_GPUS=";
  for (const Bad& bad :
       {Bad{0, quick() + "--device 0", "", "ulpgate: there is no device 0: the fake has none\n"},
        Bad{2, quick() + "--device 2", "",
            "ulpgate: there is no device 2: the last one is 1; see ulpgate list devices\n"},
        Bad{2, quick() + "--device=-1", "",
            "ulpgate: '-1' is not the number of a device; see ulpgate list devices\n"},
        Bad{2, "probe --impl gcc --device one", "",
            "ulpgate: 'one' is not the number of a device; see ulpgate list devices\n"},
        Bad{2, "replay no.json --device 7", "", "ulpgate: there is no device 7: the last one is 1"},
        Bad{2, quick(), ctest + "id:5,slots:1", "ulpgate: there is no device 5: the last one is 1"},
        Bad{2, quick(), ctest + "5", "ulpgate: CTEST_RESOURCE_GROUP_0_GPUS is '5', which is not one device"},
        Bad{2, "list formats --ctest -", "", "ulpgate: --ctest is for list devices\n"}}) {
    const Shell s = with_devices(bad.devices, bad.arguments, bad.variables);
    EXPECT_EQ(s.status, 2) << bad.arguments << "\n" << s.text;
    EXPECT_EQ(s.text.rfind(bad.says, 0), 0U) << bad.arguments << "\n" << s.text;
    EXPECT_EQ(std::count(s.text.begin(), s.text.end(), '\n'), 1) << s.text;
  }
  EXPECT_FALSE(fs::exists(out_));
}

/// The build's own tests: each that needs a device asks CTest for one, and no other does.
TEST_F(DeviceCommand, TestsOfDevicesAskForOne) {
  const Shell s = shell(ULPGATE_CTEST " --test-dir '" ULPGATE_BUILD_FOLDER "' --show-only=json-v1");
  ASSERT_EQ(s.status, 0) << s.text.substr(0, 1000);
  int with_device = 0;
  const json all = json::parse(s.text);
  for (const json& test : all["tests"]) {
    const std::string name = test["name"];
    std::map<std::string, json> properties;
    for (const json& p : test["properties"]) properties[p["name"]] = p["value"];
    const bool is_gpu = properties["LABELS"].is_array() &&
                        std::count(properties["LABELS"].begin(), properties["LABELS"].end(), "gpu") > 0;
    EXPECT_EQ(properties.contains("RESOURCE_GROUPS"), is_gpu) << name;
    const bool of_device =
        name.rfind("conformance.", 0) == 0 && (name.find(".cublas") != std::string::npos ||
                                               name.find(".cuda-headers-device.") != std::string::npos);
    EXPECT_TRUE(is_gpu || !of_device) << name;
    if (!is_gpu) continue;
    ++with_device;
    EXPECT_FALSE(properties.contains("RUN_SERIAL")) << name;
  }
  EXPECT_GE(with_device, 3);
}

/// CTest, on as many fake devices, with two tests that want one each.
class OnTwoDevices : public DeviceCommand {
 protected:
  Shell ctest(int devices, const std::string& test) const {
    fs::create_directories(out_);
    const std::string list = (out_ / "devices.json").string();
    EXPECT_EQ(with_devices(devices, "list devices --ctest '" + list + "'").status, 0);
    std::ofstream file(out_ / "CTestTestfile.cmake");
    file << "set(CTEST_RESOURCE_SPEC_FILE \"" << list << "\")\n";
    for (const char* name : {"one", "two"}) {
      file << "add_test(" << name << " sh -c [[" << test << "]] " << name << ")\n"
           << "set_tests_properties(" << name << " PROPERTIES RESOURCE_GROUPS \"gpus:1\" WORKING_DIRECTORY \""
           << out_.string() << "\")\n";
    }
    file.close();
    return shell(ULPGATE_CTEST " -j2 --output-on-failure --test-dir '" + out_.string() + "'");
  }
};

TEST_F(OnTwoDevices, TwoTestsRunAtTheSameTime) {
  // Each waits for the other, which has the other device.
  const Shell s =
      ctest(2,
            "touch \"${CTEST_RESOURCE_GROUP_0_GPUS%%,*}\"; "
            "for i in $(seq 100); do [ -e id:0 ] && [ -e id:1 ] && exit 0; sleep 0.1; done; exit 1");
  EXPECT_EQ(s.status, 0) << s.text;
}

TEST_F(OnTwoDevices, OneDeviceIsNotSharedNorIsNone) {
  for (const int devices : {1, 0}) {
    const Shell s = ctest(devices, "mkdir taken || exit 1; sleep 0.3; rmdir taken");
    EXPECT_EQ(s.status, 0) << s.text;
  }
}

}  // namespace
