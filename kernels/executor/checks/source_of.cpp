#include "kernels/executor/checks/source_of.h"

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <link.h>
#include <map>
#include <mutex>

namespace simt::detail {
namespace {

std::string hexadecimal(std::uintptr_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string quoted(const std::string& path) {
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// addr2line comes with the linker, and so is where kernels are compiled.
std::string look_up(const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(return_address) - 1;
  Dl_info module{};
  if (dladdr(return_address, &module) == 0 || module.dli_fname == nullptr) return hexadecimal(address);
  const auto base = reinterpret_cast<std::uintptr_t>(module.dli_fbase);
  const bool moved = static_cast<const ElfW(Ehdr)*>(module.dli_fbase)->e_type == ET_DYN;
  const std::string command = "addr2line -e " + quoted(module.dli_fname) + " " +
                              hexadecimal(moved ? address - base : address) + " 2>/dev/null";
  std::string line;
  if (FILE* const output = popen(command.c_str(), "r")) {
    for (int c = std::fgetc(output); c != EOF && c != '\n'; c = std::fgetc(output))
      line += static_cast<char>(c);
    pclose(output);
  }
  if (line.empty() || line.front() == '?') return hexadecimal(address);
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

}  // namespace simt::detail
