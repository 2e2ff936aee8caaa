#pragma once
// Barriers and fences of a block.
#include "ulpgate/simt/host_thread.h"
#include "ulpgate/simt/runtime.h"

inline void __syncthreads(simt::Site site = simt::Site::current()) {
  simt::detail::block_barrier(false, site);
}
inline int __syncthreads_count(int predicate, simt::Site site = simt::Site::current()) {
  return static_cast<int>(simt::detail::block_barrier(predicate != 0, site).holding);
}
inline int __syncthreads_or(int predicate, simt::Site site = simt::Site::current()) {
  return simt::detail::block_barrier(predicate != 0, site).holding != 0 ? 1 : 0;
}
inline int __syncthreads_and(int predicate, simt::Site site = simt::Site::current()) {
  const simt::detail::BarrierResult result = simt::detail::block_barrier(predicate != 0, site);
  return result.holding == result.threads ? 1 : 0;
}

// One worker runs all threads of a block.
inline void __threadfence_block() {}
inline void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  simt::detail::note_fence();
}
inline void __threadfence_system() { __threadfence(); }
