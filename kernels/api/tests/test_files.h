#pragma once
// Files for the tests of the loader.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include "kernels/api/plugin_loader.h"
#include "kernels/api/registry.h"

namespace ulpgate {

inline std::string plugin_path(const std::string& name) {
  return std::string(ULPGATE_PLUGINS_FOLDER) + "/" + name + ".so";
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ulpgate-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string write(const std::string& name, const std::string& content) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// What load_plugin says of the file; empty where it loads.
inline std::string load_error(const std::string& path) {
  try {
    load_plugin(path);
  } catch (const ImplementationError& error) {
    return error.what();
  }
  return {};
}

}  // namespace ulpgate
