// ulpgate list devices: for people, for scripts, and for CTest.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "kernels/api/cuda_devices.h"
#include "reports/record/report.h"
#include "suites/command/commands.h"
#include "suites/framework/table.h"

namespace ulpgate {
namespace {

using nlohmann::ordered_json;

std::string gibibytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / (1ULL << 30));
  return text;
}

std::string known(const std::string& text) { return text.empty() ? "unknown" : text; }

ordered_json devices_json(const CudaDevices& devices) {
  ordered_json all = ordered_json::array();
  for (std::size_t i = 0; i < devices.all.size(); ++i) {
    const CudaDevice& d = devices.all[i];
    all.push_back({{"index", i},
                   {"name", d.name},
                   {"architecture", d.architecture},
                   {"memory_bytes", d.memory_bytes},
                   {"pci", d.pci},
                   {"driver", devices.driver}});
  }
  return all;
}

std::string devices_table(const CudaDevices& devices) {
  std::vector<std::vector<std::string>> rows{{"index", "name", "sm", "memory", "pci", "driver"}};
  for (std::size_t i = 0; i < devices.all.size(); ++i) {
    const CudaDevice& d = devices.all[i];
    rows.push_back({std::to_string(i), known(d.name), d.architecture, gibibytes(d.memory_bytes), known(d.pci),
                    known(devices.driver)});
  }
  return table_text(rows);
}

/// A resource specification, version 1.0, as ctest(1) documents it. Without a device it has the one entry
/// "none", which chooses nothing: with an empty list CTest would fail every test that wants a device.
std::string ctest_resources(const CudaDevices& devices) {
  ordered_json gpus = ordered_json::array();
  const auto add = [&](const std::string& id) { gpus.push_back({{"id", id}, {"slots", 1}}); };
  for (std::size_t i = 0; i < devices.all.size(); ++i) add(std::to_string(i));
  if (devices.all.empty()) add("none");
  ordered_json all;
  all["version"] = {{"major", 1}, {"minor", 0}};
  all["local"] = ordered_json::array({{{"gpus", gpus}}});
  return all.dump(2) + "\n";
}

}  // namespace

int list_devices(const ListOptions& o) {
  const CudaDevices devices = cuda_devices();
  if (!o.ctest.empty()) {
    const std::string text = ctest_resources(devices);
    if (o.ctest == "-") {
      std::fputs(text.c_str(), stdout);
    } else {
      report::write_file(text, o.ctest);
    }
    return 0;
  }
  if (o.json) {
    std::printf("%s\n", devices_json(devices).dump(2).c_str());
  } else if (devices.all.empty()) {
    std::printf("no CUDA device: %s\n", devices.why_none.c_str());
  } else {
    std::fputs(devices_table(devices).c_str(), stdout);
  }
  return 0;
}

}  // namespace ulpgate
