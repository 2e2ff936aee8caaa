#include "kernels/executor/block/thread.h"

namespace simt::detail {

std::string place(const Site& site) {
  return std::string(site.file_name()) + ":" + std::to_string(site.line());
}

}  // namespace simt::detail
