#include "suites/framework/program.h"

namespace ulpgate {

std::filesystem::path program_file() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::filesystem::path program_folder() { return program_file().parent_path(); }

}  // namespace ulpgate
