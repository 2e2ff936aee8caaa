#include "kernels/cuda/tests/numbers.h"

#include <bit>
#include <cstring>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"

namespace ulpgate::cuda::kernel_test {

void set_number(const Format& f, void* data, std::int64_t index, double value) {
  std::uint64_t code = 0;
  if (f.is_floating()) {
    code = encode(f, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), Rule{}).code;
  } else {
    code = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
  // Little-endian, as CUDA is.
  std::memcpy(static_cast<std::byte*>(data) + index * static_cast<std::int64_t>(f.bytes()), &code, f.bytes());
}

double number(const Format& f, const void* data, std::int64_t index) {
  std::uint64_t code = 0;
  std::memcpy(&code, static_cast<const std::byte*>(data) + index * static_cast<std::int64_t>(f.bytes()),
              f.bytes());
  return to_double(f, code);
}

double small_number(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t x = (seed + 1) * 0x9E3779B97F4A7C15u + place * 0xBF58476D1CE4E5B9u;
  x ^= x >> 29;
  x *= 0x94D049BB133111EBu;
  x ^= x >> 32;
  return static_cast<double>(x % 5) - 2;
}

}  // namespace ulpgate::cuda::kernel_test
