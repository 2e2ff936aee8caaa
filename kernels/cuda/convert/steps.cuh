#pragma once
// The small steps of a conversion kernel that are easily got wrong; tests replace one of them to see that it
// is noticed.
#include "kernels/cuda/convert/element.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr int vector_bytes = 16;

struct ConvertSteps {
  /// The `drop` low bits of a significand, at the top of the word; what leaves it at the bottom counts as
  /// its last bit.
  template <class Word>
  static __device__ __forceinline__ Word rest(Word significand, int drop) {
    if (drop < bits_of<Word>) return significand << (bits_of<Word> - drop);
    return drop == bits_of<Word> ? significand : Word{1};
  }

  static __device__ __forceinline__ std::int64_t offset(std::int64_t index, std::int64_t stride) {
    return index * stride;
  }

  /// How many elements lie before the first vector of an array that holds `count`.
  template <class Bits>
  static __device__ __forceinline__ std::int64_t head(const Bits* elements, std::int64_t count) {
    const auto beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(elements) % vector_bytes);
    const std::int64_t missing = beyond == 0 ? 0 : (vector_bytes - beyond) / static_cast<int>(sizeof(Bits));
    return missing < count ? missing : count;
  }

  template <class Bits>
  static __device__ __forceinline__ bool aligned(const Bits* elements) {
    return reinterpret_cast<std::uintptr_t>(elements) % vector_bytes == 0;
  }

  /// How many elements lie behind the last pack of `lanes`.
  static __device__ __forceinline__ std::int64_t tail(std::int64_t count, std::int64_t head, int lanes) {
    return (count - head) % lanes;
  }

  /// Element `lane` of 32-bit words, which hold zeros before.
  template <class Bits, int WORDS>
  static __device__ __forceinline__ void put(std::uint32_t (&words)[WORDS], int lane, Bits element) {
    constexpr int bytes = static_cast<int>(sizeof(Bits));
    if constexpr (bytes == 8) {
      words[2 * lane] = static_cast<std::uint32_t>(element);
      words[2 * lane + 1] = static_cast<std::uint32_t>(element >> 32);
    } else {
      constexpr int lanes = 4 / bytes;
      words[lane / lanes] |= static_cast<std::uint32_t>(element) << (lane % lanes * bytes * 8);
    }
  }

  template <class Bits, int WORDS>
  static __device__ __forceinline__ Bits get(const std::uint32_t (&words)[WORDS], int lane) {
    constexpr int bytes = static_cast<int>(sizeof(Bits));
    if constexpr (bytes == 8) {
      return words[2 * lane] | static_cast<std::uint64_t>(words[2 * lane + 1]) << 32;
    } else {
      constexpr int lanes = 4 / bytes;
      return static_cast<Bits>(words[lane / lanes] >> (lane % lanes * bytes * 8));
    }
  }
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
