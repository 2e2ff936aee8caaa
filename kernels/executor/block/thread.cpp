#include "kernels/executor/block/thread.h"

#include <cstdio>

namespace simt::detail {

std::string place(const Site& site) { return std::string(site.file) + ":" + std::to_string(site.line); }

std::string mask_text(std::uint32_t mask) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", mask);
  return text.data();
}

}  // namespace simt::detail
