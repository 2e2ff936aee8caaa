// Stands for the adapter where NVIDIA's headers were not found.
#include "kernels/api/not_built.h"

#include <string>
#include <string_view>

namespace ulpgate::adapters {

std::unique_ptr<Implementation> make_simt(std::string_view name) {
  return std::make_unique<NotBuilt>(std::string(name), "our kernels on the CPU executor",
                                    "this was built without NVIDIA's headers");
}

}  // namespace ulpgate::adapters
