#pragma once
// Atomic operations on global and shared memory, relaxed as CUDA's are.
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "ulpgate/simt/runtime.h"

namespace simt::detail {

template <typename T>
concept Integer = std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, unsigned long long> ||
    std::same_as<T, long long>;

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

// Instrumentation would take the compiler's atomics for its own runtime's.
#define SIMT_ATOMIC __attribute__((noinline, no_sanitize("thread")))

/// Replaces *memory by change(*memory); what it was.
template <typename T, typename Change>
SIMT_ATOMIC T change_atomically(T* memory, const Change& change, const Site& site) {
  note_atomic(memory, sizeof(T), site);
  auto* const word = reinterpret_cast<Bits<T>*>(memory);
  Bits<T> was = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &was, std::bit_cast<Bits<T>>(change(std::bit_cast<T>(was))), true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return std::bit_cast<T>(was);
}
#undef SIMT_ATOMIC

template <typename T>
T wrapping_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  } else {
    return a + b;
  }
}

}  // namespace simt::detail

template <typename T>
requires simt::detail::Integer<T> || std::same_as<T, float> || std::same_as<T, double> T
atomicAdd(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return simt::detail::wrapping_sum(x, value); }, site);
}
template <simt::detail::Integer T>
T atomicSub(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  using U = std::make_unsigned_t<T>;
  return simt::detail::change_atomically(
      memory, [=](T x) { return static_cast<T>(static_cast<U>(x) - static_cast<U>(value)); }, site);
}
template <simt::detail::Integer T>
T atomicMin(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x < value ? x : value; }, site);
}
template <simt::detail::Integer T>
T atomicMax(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x > value ? x : value; }, site);
}
template <simt::detail::Integer T>
T atomicAnd(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x & value; }, site);
}
template <simt::detail::Integer T>
T atomicOr(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x | value; }, site);
}
template <simt::detail::Integer T>
T atomicXor(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x ^ value; }, site);
}
template <typename T>
requires simt::detail::Integer<T> || std::same_as<T, float> T
atomicExch(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T) { return value; }, site);
}
template <typename T>
requires simt::detail::Integer<T> || std::same_as<T, unsigned short> T
atomicCAS(T* memory, std::type_identity_t<T> expected, std::type_identity_t<T> value,
          simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](T x) { return x == expected ? value : x; }, site);
}
/// x >= limit ? 0 : x + 1.
inline unsigned atomicInc(unsigned* memory, unsigned limit, simt::Site site = simt::Site::current()) {
  return simt::detail::change_atomically(
      memory, [=](unsigned x) { return x >= limit ? 0 : x + 1; }, site);
}
