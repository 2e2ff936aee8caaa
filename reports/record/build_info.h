#pragma once

#include <string_view>

/// What this build was made of. The commit is looked up at every build, and only build_info.cpp is compiled
/// again when it changes.
namespace ulpgate::report::build_info {

std::string_view version();   ///< "0.1.0"
std::string_view commit();    ///< 40 hexadecimal digits, or "unknown"
bool clean();                 ///< no tracked file differs from the commit; false where the commit is unknown
std::string_view compiler();  ///< name and version
std::string_view type();      ///< CMake's build type
std::string_view flags();     ///< compile flags of the whole build

}  // namespace ulpgate::report::build_info
