#pragma once
// Formats of elements in memory, as kernels take them.
#include <cstdint>

namespace ulpgate::cuda {

enum class ElementFormat : std::uint8_t { fp32, fp16, bf16, tf32, e4m3, e5m2, int8, int32 };

constexpr int bytes_of(ElementFormat f) {
  switch (f) {
    case ElementFormat::fp32:
    case ElementFormat::tf32:
    case ElementFormat::int32:
      return 4;
    case ElementFormat::fp16:
    case ElementFormat::bf16:
      return 2;
    case ElementFormat::e4m3:
    case ElementFormat::e5m2:
    case ElementFormat::int8:
      return 1;
  }
  return 0;
}

}  // namespace ulpgate::cuda
