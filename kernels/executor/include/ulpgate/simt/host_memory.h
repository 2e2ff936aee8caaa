#pragma once
// Vector access, asynchronous copies, and loads and stores with a caching hint.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ulpgate/simt/runtime.h"

namespace simt {
namespace detail {

inline void check_aligned(const void* memory, std::size_t bytes, const Site& site) {
  if (reinterpret_cast<std::uintptr_t>(memory) % bytes != 0) stop_misaligned(memory, bytes, site);
}

}  // namespace detail

/// One access of sizeof(T) bytes, to which the address must be aligned.
template <typename T>
T load(const void* memory, Site site = Site::current()) {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16);
  detail::check_aligned(memory, sizeof(T), site);
  detail::note_read(memory, sizeof(T), site);
  T value;
  std::memcpy(&value, memory, sizeof(T));
  return value;
}

template <typename T>
void store(void* memory, T value, Site site = Site::current()) {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16);
  detail::check_aligned(memory, sizeof(T), site);
  detail::note_write(memory, sizeof(T), site);
  std::memcpy(memory, &value, sizeof(T));
}

/// cp.async: `valid` bytes (at most BYTES) are copied, the rest becomes zero. The bytes are there when the
/// thread has waited for them, and for other threads after a barrier; until then the shared memory holds
/// poison.
template <int BYTES>
void copy_async(void* shared, const void* global, int valid = BYTES, Site site = Site::current()) {
  static_assert(BYTES == 4 || BYTES == 8 || BYTES == 16);
  detail::check_aligned(shared, BYTES, site);
  if (valid > 0) detail::check_aligned(global, BYTES, site);
  if (valid < 0 || valid > BYTES) detail::stop_copy(BYTES, valid, site);
  detail::copy_async(shared, global, BYTES, static_cast<std::size_t>(valid), site);
}
inline void copy_async_commit() { detail::copy_async_commit(); }
/// Waits until at most PENDING of the thread's groups are under way.
template <int PENDING>
void copy_async_wait() {
  detail::copy_async_wait(PENDING);
}

}  // namespace simt

#define SIMT_LOAD(name)                                              \
  template <typename T>                                              \
  T name(const T* memory, simt::Site site = simt::Site::current()) { \
    return simt::load<T>(memory, site);                              \
  }
#define SIMT_STORE(name)                                                                         \
  template <typename T>                                                                          \
  void name(T* memory, std::type_identity_t<T> value, simt::Site site = simt::Site::current()) { \
    simt::store<T>(memory, value, site);                                                         \
  }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_LOAD
/// Never from a cache: as a volatile load.
template <typename T>
T __ldcv(const T* memory, simt::Site site = simt::Site::current()) {
  simt::detail::check_aligned(memory, sizeof(T), site);
  simt::detail::note_volatile_read(memory, sizeof(T), site);
  T value;
  std::memcpy(&value, memory, sizeof(T));
  return value;
}
#undef SIMT_STORE
