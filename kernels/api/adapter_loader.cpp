#include "kernels/api/adapter_loader.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "kernels/api/not_built.h"
#include "kernels/api/registry.h"
#include "kernels/api/shared_library.h"

namespace ulpgate {
namespace {

std::string path_of(std::string_view file) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (program.parent_path() / ULPGATE_MODULE_FOLDER / file).lexically_normal().string();
}

class NotLoaded : public NotBuilt {
 public:
  using NotBuilt::NotBuilt;
  std::optional<NotRun> not_run() const override { return NotRun{"load", NotBuilt::not_run()->text}; }
};

}  // namespace

std::unique_ptr<Implementation> load_adapter(std::string_view name, std::string_view file) {
  using Make = Implementation* (*)();
  try {
    const auto make = reinterpret_cast<Make>(shared_library_symbol(path_of(file), "ulpgate_make_adapter"));
    return std::unique_ptr<Implementation>(make());
  } catch (const ImplementationError& error) {
    return std::make_unique<NotLoaded>(std::string(name), "an adapter that is a shared library of its own",
                                       error.what());
  }
}

}  // namespace ulpgate
