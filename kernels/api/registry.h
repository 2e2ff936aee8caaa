#pragma once
// Which implementations this build knows, and how one is made from what a user types.
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// What a user typed cannot be turned into an implementation; what() is one sentence.
class ImplementationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct AdapterEntry {
  std::string_view name;
  std::unique_ptr<Implementation> (*make)();
  bool device = false;  ///< it uses a CUDA device
};

/// The adapters compiled into this build, one a folder of kernels/adapters, sorted by name. Making one
/// touches no device.
const std::vector<AdapterEntry>& all_adapters();

/// `spec` is an adapter's name, or plugin:PATH. Throws ImplementationError.
std::unique_ptr<Implementation> make_implementation(std::string_view spec);

}  // namespace ulpgate
