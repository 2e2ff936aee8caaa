#include "kernels/executor/checks/source_of.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <link.h>
#include <map>
#include <mutex>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace simt::detail {
namespace {

using Hexadecimal = std::array<char, 32>;

Hexadecimal hexadecimal(std::uintptr_t number) {
  Hexadecimal text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

/// What addr2line, which comes with the linker and so is where kernels are compiled, wants to know.
struct Place {
  const char* file;
  Hexadecimal address;
};
std::optional<Place> place_of(const void* instruction) {
  const auto address = reinterpret_cast<std::uintptr_t>(instruction);
  Dl_info module{};
  if (dladdr(instruction, &module) == 0 || module.dli_fname == nullptr) return std::nullopt;
  const bool moved = static_cast<const ElfW(Ehdr)*>(module.dli_fbase)->e_type == ET_DYN;
  return Place{module.dli_fname,
               hexadecimal(moved ? address - reinterpret_cast<std::uintptr_t>(module.dli_fbase) : address)};
}

std::string quoted(const std::string& path) {
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string look_up(const void* return_address) {
  // Before it lies the call.
  const void* const call = static_cast<const std::byte*>(return_address) - 1;
  std::string unknown = hexadecimal(reinterpret_cast<std::uintptr_t>(call)).data();
  const auto place = place_of(call);
  if (!place) return unknown;
  const std::string command =
      "addr2line -e " + quoted(place->file) + " " + place->address.data() + " 2>/dev/null";
  std::string line;
  if (FILE* const output = popen(command.c_str(), "r")) {
    for (int c = std::fgetc(output); c != EOF && c != '\n'; c = std::fgetc(output))
      line += static_cast<char>(c);
    pclose(output);
  }
  if (line.empty() || line.front() == '?') return unknown;
  return std::filesystem::path(line.substr(0, line.find(" (discriminator"))).lexically_normal().string();
}

}  // namespace

std::string source_of(const void* return_address) {
  // A fault comes once for each thread.
  static std::mutex mutex;
  static std::map<const void*, std::string> known;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = known.try_emplace(return_address);
  if (is_new) at->second = look_up(return_address);
  return at->second;
}

void write_source_of(int file, const void* instruction) {
  const Hexadecimal number = hexadecimal(reinterpret_cast<std::uintptr_t>(instruction));
  const auto write_number = [&] { dprintf(file, "%s\n", number.data()); };
  const auto place = place_of(instruction);
  if (!place) return write_number();
  const pid_t child = _Fork();
  if (child == 0) {
    dup2(file, STDOUT_FILENO);
    execlp("addr2line", "addr2line", "-e", place->file, place->address.data(), nullptr);
    write_number();
    _exit(0);
  }
  if (child > 0)
    waitpid(child, nullptr, 0);
  else
    write_number();
}

}  // namespace simt::detail
