#pragma once
// A failing case tried again where no call came before it.
#include <filesystem>
#include <string>

namespace ulpgate {

/// Whether a failure file's case passes in a process of its own, `program` replay FILE: what failed before
/// then depends on earlier calls. False where it fails there, too, or where that cannot be found out.
bool passes_alone(const std::filesystem::path& program, const std::filesystem::path& failure);

}  // namespace ulpgate
