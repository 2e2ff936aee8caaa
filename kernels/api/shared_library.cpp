#include "kernels/api/shared_library.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include "kernels/api/printable.h"
#include "kernels/api/registry.h"

namespace ulpgate {
namespace {

/// Without the path, which it may begin with.
std::string loader_message(const std::string& path) {
  const char* const message = dlerror();
  if (message == nullptr) return "no reason given";
  std::string text = message;
  if (text.starts_with(path + ": ")) text.erase(0, path.size() + 2);
  return printable(text, 512);
}

template <typename T>
std::optional<T> read_at(std::ifstream& file, std::uint64_t offset) {
  T value;
  file.seekg(static_cast<std::streamoff>(offset));
  if (!file.read(reinterpret_cast<char*>(&value), sizeof value)) return std::nullopt;
  return value;
}

bool inside(std::uint64_t offset, std::uint64_t length, std::uint64_t size) {
  return offset <= size && length <= size - offset;
}

/// dlopen maps the segments that the headers name; one that reaches past the end of the file kills the
/// process with SIGBUS. Returns what is missing, or nothing. Files that are not 64-bit ELF are left to
/// dlopen's own message.
std::string missing_part(const std::string& path, std::uint64_t size) {
  std::ifstream file(path, std::ios::binary);
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_phentsize != sizeof(Elf64_Phdr)) return {};
  const std::uint64_t sections = std::uint64_t{header->e_shentsize} * header->e_shnum;
  if (!inside(header->e_shoff, sections, size)) return "its section headers lie past its end";
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment = read_at<Elf64_Phdr>(file, header->e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment) return "its program headers lie past its end";
    if (!inside(segment->p_offset, segment->p_filesz, size))
      return "segment " + std::to_string(i) + " reaches past its end";
  }
  return {};
}

void* open_library(const std::string& path, int more_flags) {
  // A name without a slash would be searched for in the system's library folders.
  std::error_code error;
  const std::string absolute = std::filesystem::absolute(path, error).string();
  return dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL | more_flags);
}

}  // namespace

void* shared_library_symbol(const std::string& path, const char* name) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw ImplementationError(path + ": no such file");
  if (!std::filesystem::is_regular_file(status)) throw ImplementationError(path + ": not a file");
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!std::ifstream(path).is_open()) throw ImplementationError(path + ": not readable");
  if (size == 0) throw ImplementationError(path + ": not an ELF shared library or truncated: it is empty");
  if (const std::string missing = missing_part(path, size); !missing.empty())
    throw ImplementationError(path + ": not an ELF shared library or truncated: " + missing);

  void* library = open_library(path, 0);
  if (library == nullptr) {
    const std::string reason = loader_message(std::filesystem::absolute(path, error).string());
    const bool incomplete = reason.find("undefined symbol") != std::string::npos;
    throw ImplementationError(
        path + (incomplete ? ": cannot be loaded: " : ": not an ELF shared library or truncated: ") + reason);
  }
  dlerror();
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) throw ImplementationError(path + ": has no " + name);
  return symbol;
}

void* optional_shared_library_symbol(const std::string& path, const char* name) {
  void* library = open_library(path, RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, name);
}

}  // namespace ulpgate
