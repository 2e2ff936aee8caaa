#pragma once
// Adapters that are shared libraries of their own, because what they need costs much to load.
#include <memory>
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// The implementation in `file`, a name in the folder of such adapters beside this program. Where that cannot
/// be loaded: one that says why it does not run.
std::unique_ptr<Implementation> load_adapter(std::string_view name, std::string_view file);

}  // namespace ulpgate
