#pragma once
// Vector access, asynchronous copies to shared memory and ldmatrix.
#include <cstdint>

namespace simt {

#if defined(__CUDA_ARCH__)
inline constexpr int device_architecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int device_architecture = 0;
#endif

/// One access of sizeof(T) bytes, 4, 8 or 16, to which `memory` must be aligned; global or shared memory.
template <class T>
__device__ __forceinline__ T load(const void* memory) {
  return *static_cast<const T*>(memory);
}
template <class T>
__device__ __forceinline__ void store(void* memory, T value) {
  *static_cast<T*>(memory) = value;
}

__device__ __forceinline__ std::uint32_t shared_address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

/// Copies `valid` bytes (0 to Bytes) and fills the rest of Bytes with zeros. Both addresses are aligned to
/// Bytes: 4, 8, 16. The bytes are there after copy_async_wait, for the thread that waits; other threads need
/// a barrier after it. Before sm_80 they are there at once.
template <int Bytes>
__device__ __forceinline__ void copy_async(void* shared, const void* global, int valid) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  if constexpr (device_architecture < 80) {
    auto* const to = static_cast<unsigned char*>(shared);
    const auto* const from = static_cast<const unsigned char*>(global);
    if (valid == Bytes) {
      for (int i = 0; i < Bytes; i += 4) store(to + i, load<std::uint32_t>(from + i));
    } else {
      for (int i = 0; i < Bytes; ++i) to[i] = i < valid ? from[i] : 0;
    }
  } else if constexpr (Bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(shared)), "l"(global),
                 "r"(valid)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(shared_address(shared)), "l"(global),
                 "r"(valid), "n"(Bytes)
                 : "memory");
  }
}

/// Ends a group of copies; a group may be empty.
__device__ __forceinline__ void copy_async_commit() {
  if constexpr (device_architecture >= 80) asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most Pending of the thread's latest groups are unfinished.
template <int Pending>
__device__ __forceinline__ void copy_async_wait() {
  if constexpr (device_architecture >= 80) asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Loads Count (1, 2, 4) blocks of 8 rows of 16 bytes: lane 8 i + j names row j of block i, aligned to 16
/// bytes, and receives of each block word `lane % 4` of row `lane / 4`. All 32 lanes must call it; those
/// beyond 8 * Count name any shared address.
template <int Count>
__device__ __forceinline__ void ldmatrix(std::uint32_t (&r)[Count], const void* row) {
  static_assert(Count == 1 || Count == 2 || Count == 4);
  const std::uint32_t address = shared_address(row);
  if constexpr (Count == 1) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(address)
                 : "memory");
  } else if constexpr (Count == 2) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(address)
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
  }
}

/// As ldmatrix, of 8 x 8 elements of 16 bits that are transposed: a lane receives elements 2 (lane % 4) and
/// the next of column `lane / 4`.
template <int Count>
__device__ __forceinline__ void ldmatrix_transposed(std::uint32_t (&r)[Count], const void* row) {
  static_assert(Count == 1 || Count == 2 || Count == 4);
  const std::uint32_t address = shared_address(row);
  if constexpr (Count == 1) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(address)
                 : "memory");
  } else if constexpr (Count == 2) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(address)
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
  }
}

}  // namespace simt
