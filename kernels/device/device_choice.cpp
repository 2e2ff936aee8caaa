#include "kernels/device/device_choice.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "kernels/api/cuda_devices.h"
#include "kernels/api/printable.h"

namespace ulpgate {
namespace {

constexpr const char* chosen_variable = "ULPGATE_CHOSEN_DEVICE";
constexpr const char* visible_variable = "CUDA_VISIBLE_DEVICES";
constexpr const char* ctest_variable = "CTEST_RESOURCE_GROUP_0_GPUS";

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = !text.empty() && text.front() != '-' && error == std::errc();
  return whole && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

struct Count {
  int devices = 0;
  std::string why_none;
};

/// Counted by a child: a process that has asked CUDA sees the devices of that moment for good.
Count count_devices() {
  int ends[2];
  if (pipe(ends) != 0) throw DeviceError("the devices cannot be counted: no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const CudaDevices devices = cuda_devices();
    const std::string text = std::to_string(devices.all.size()) + " " + devices.why_none;
    const auto written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t n = 0; child > 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw DeviceError("the devices cannot be counted: the process that asked CUDA ended without an answer");
  const std::size_t blank = text.find(' ');
  return {whole_number(std::string_view(text).substr(0, blank)).value_or(0), text.substr(blank + 1)};
}

/// The entry of CUDA_VISIBLE_DEVICES that device `index` stands at.
std::string visible_entry(int index) {
  const char* visible = std::getenv(visible_variable);
  if (visible == nullptr) return std::to_string(index);
  std::string_view rest = visible;
  for (; index > 0 && rest.find(',') != std::string_view::npos; --index)
    rest.remove_prefix(rest.find(',') + 1);
  return std::string(rest.substr(0, rest.find(',')));
}

}  // namespace

std::optional<std::string> device_from_ctest() {
  const char* variable = std::getenv(ctest_variable);
  if (variable == nullptr) return std::nullopt;
  const std::string_view text = variable;
  const std::size_t comma = text.find(',');
  if (!text.starts_with("id:") || comma == std::string_view::npos || text.find(';') != std::string_view::npos)
    throw DeviceError(std::string(ctest_variable) + " is '" + printable(text, 128) +
                      "', which is not one device like 'id:0,slots:1'");
  const std::string id(text.substr(3, comma - 3));
  return id == "none" ? std::nullopt : std::optional(id);
}

void choose_device(const std::string& number) {
  const auto index = whole_number(number);
  if (!index)
    throw DeviceError("'" + printable(number, 128) +
                      "' is not the number of a device; see ulpgate list devices");
  const Count count = count_devices();
  if (count.devices == 0) throw DeviceError("there is no device " + number + ": " + count.why_none);
  if (*index >= count.devices)
    throw DeviceError("there is no device " + number + ": the last one is " +
                      std::to_string(count.devices - 1) + "; see ulpgate list devices");
  // An only device needs no choice, and may have a name that the variable would not take.
  if (count.devices > 1) setenv(visible_variable, visible_entry(*index).c_str(), 1);
  setenv(chosen_variable, (std::to_string(*index) + " of " + std::to_string(count.devices)).c_str(), 1);
}

std::optional<ChosenDevice> chosen_device() {
  const char* variable = std::getenv(chosen_variable);
  ChosenDevice chosen;
  if (variable == nullptr || std::sscanf(variable, "%d of %d", &chosen.index, &chosen.count) != 2)
    return std::nullopt;
  return chosen;
}

}  // namespace ulpgate
