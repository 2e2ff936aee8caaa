#pragma once
// Elements in registers.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace simt::detail {

/// Element `i` of a register of `bytes` bytes that holds `elements` of them, the first in the lowest bits.
/// The processor's bytes must begin with the lowest, as they do wherever CUDA runs.
inline std::uint64_t get_element(const void* registers, int r, int i, int elements, int bytes) {
  const int size = bytes / elements;
  std::uint64_t code = 0;
  std::memcpy(&code, static_cast<const std::byte*>(registers) + r * bytes + i * size,
              static_cast<std::size_t>(size));
  return code;
}
inline void set_element(void* registers, int r, int i, int elements, int bytes, std::uint64_t code) {
  const int size = bytes / elements;
  std::memcpy(static_cast<std::byte*>(registers) + r * bytes + i * size, &code,
              static_cast<std::size_t>(size));
}

}  // namespace simt::detail
