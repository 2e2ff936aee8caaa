#include "kernels/executor/checks/source_of.h"

#define BOOST_STACKTRACE_USE_ADDR2LINE
#include <boost/stacktrace/frame.hpp>
#include <cstdio>

namespace simt::detail {

std::string source_of(const void* return_address) {
  const boost::stacktrace::frame frame(static_cast<const char*>(return_address) - 1);
  if (const std::string file = frame.source_file(); !file.empty())
    return file + ":" + std::to_string(frame.source_line());
  char text[32];
  std::snprintf(text, sizeof text, "%p", return_address);
  return text;
}

}  // namespace simt::detail
