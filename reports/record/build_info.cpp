#include "reports/record/build_info.h"

#include "ulpgate_build_commit.h"

namespace ulpgate::report::build_info {

std::string_view version() { return ULPGATE_VERSION; }
std::string_view commit() { return ULPGATE_BUILD_COMMIT; }
bool clean() { return ULPGATE_BUILD_CLEAN; }
std::string_view type() { return ULPGATE_BUILD_TYPE; }
std::string_view flags() { return ULPGATE_BUILD_FLAGS; }

std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace ulpgate::report::build_info
