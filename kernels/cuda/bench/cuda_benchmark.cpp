// How fast our kernels are on this machine's GPU, beside cuBLAS and beside what the device can do at most,
// all measured in one run: see results.h for what the columns mean.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

#include "kernels/api/cuda_devices.h"
#include "kernels/cuda/bench/run.h"
#include "kernels/device/device_choice.h"

namespace {

int complain(const std::string& sentence) {
  std::fprintf(stderr, "cuda_benchmark: %s\n", sentence.c_str());
  return 2;
}

int measure(double seconds, const std::string& json) {
  const ulpgate::CudaDevices devices = ulpgate::cuda_devices();
  if (devices.all.empty()) {
    std::printf("no CUDA device: %s\n", devices.why_none.c_str());
    return 2;
  }
  // A file that cannot be written is known before the time is spent.
  std::ofstream file;
  if (!json.empty()) {
    file.open(json);
    if (!file) return complain(json + " cannot be written");
  }
  const ulpgate::cuda::bench::Results results = ulpgate::cuda::bench::run(seconds);
  std::fputs(ulpgate::cuda::bench::table(results).c_str(), stdout);
  if (!json.empty()) {
    file << to_json(results).dump(2) << '\n';
    file.close();
    if (!file) return complain(json + " cannot be written");
  }
  return results.failed() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"cuda_benchmark: our kernels beside cuBLAS and the device's limits", "cuda_benchmark"};
  std::optional<std::string> device;
  double seconds = 30;
  std::string json;
  app.add_option("--device", device, "as ulpgate list devices counts")->type_name("N");
  app.add_option("--seconds", seconds, "for everything, more or less")
      ->check(CLI::Range(1.0, 36000.0))
      ->capture_default_str();
  app.add_option("--json", json, "write all figures to this file, too")->type_name("FILE");
  app.footer("exit status: 0 done, 1 something failed, 2 bad use, or there is no device");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    // Before anything asks CUDA.
    if (!device) device = ulpgate::device_from_ctest();
    if (device) ulpgate::choose_device(*device);
    return measure(seconds, json);
  } catch (const ulpgate::DeviceError& e) {
    return complain(e.what());
  } catch (const std::exception& e) {
    complain(e.what());
    return 1;
  }
}
