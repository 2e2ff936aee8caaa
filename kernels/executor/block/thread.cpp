#include "kernels/executor/block/thread.h"

#include <cstring>

namespace simt::detail {

std::string place(const Site& site) {
  return std::string(site.file_name()) + ":" + std::to_string(site.line());
}

bool same(const Site& a, const Site& b) {
  return a.line() == b.line() && a.column() == b.column() && std::strcmp(a.file_name(), b.file_name()) == 0;
}

}  // namespace simt::detail
