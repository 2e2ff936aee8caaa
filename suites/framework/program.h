#pragma once
#include <filesystem>

namespace ulpgate {

/// The file of the running program.
std::filesystem::path program_file();

/// The folder that it lies in, with ulpgate's other programs.
std::filesystem::path program_folder();

}  // namespace ulpgate
