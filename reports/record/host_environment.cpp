#include "reports/record/host_environment.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include "reports/record/build_info.h"

namespace ulpgate::report {
namespace {

/// Text after `key` and separators on the first line of `path` that begins with it.
std::string value_in_file(const char* path, std::string_view key, std::string_view separators) {
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t begin = line.find_first_not_of(separators, key.size());
    if (begin == std::string::npos) continue;
    return line.substr(begin, line.find_last_not_of(separators) + 1 - begin);
  }
  return "unknown";
}

bool changes_numerics(std::string_view name) {
  constexpr std::array<std::string_view, 5> exact{"CUDA_VISIBLE_DEVICES", "NVIDIA_TF32_OVERRIDE",
                                                  "CUBLAS_WORKSPACE_CONFIG", "OPENBLAS_CORETYPE",
                                                  "OMP_NUM_THREADS"};
  constexpr std::array<std::string_view, 3> prefixes{"CUBLASLT_", "MKL_", "ULPGATE_"};
  return std::find(exact.begin(), exact.end(), name) != exact.end() ||
         std::any_of(prefixes.begin(), prefixes.end(),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Sorted by name, so that the order in which a shell exports them does not matter.
Json variables() {
  std::map<std::string, std::string> sorted;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !changes_numerics(text.substr(0, equals))) continue;
    sorted.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  Json json = Json::object();
  for (const auto& [name, value] : sorted) json[name] = value;
  return json;
}

Json host() {
  utsname system{};
  const bool known = ::uname(&system) == 0;
  return {{"cpu", value_in_file("/proc/cpuinfo", "model name", " \t:")},
          {"architecture", known ? system.machine : "unknown"},
          {"logical_cores", std::thread::hardware_concurrency()},
          {"os", value_in_file("/etc/os-release", "PRETTY_NAME", "=\"")},
          {"kernel", known ? system.release : "unknown"}};
}

}  // namespace

Suite this_suite() {
  return {"ulpgate", std::string(build_info::version()), std::string(build_info::commit()),
          build_info::clean()};
}

Json host_environment() {
  return {{"host", host()},
          {"build",
           {{"version", build_info::version()},
            {"commit", build_info::commit()},
            {"clean", build_info::clean()},
            {"compiler", build_info::compiler()},
            {"type", build_info::type()},
            {"flags", build_info::flags()}}},
          {"variables", variables()}};
}

}  // namespace ulpgate::report
