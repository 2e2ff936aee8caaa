// What the compiler calls for std::atomic and its like in code that was compiled with -fsanitize=thread: host
// code beside kernels, such as std::shared_ptr. Carried out, in the strictest order, and not watched.
#include <cstdint>

#define SIMT_FETCH(bits, name)                                                                 \
  std::uint##bits##_t __tsan_atomic##bits##_fetch_##name(volatile std::uint##bits##_t* memory, \
                                                         std::uint##bits##_t value, int) {     \
    return __atomic_fetch_##name(memory, value, __ATOMIC_SEQ_CST);                             \
  }
#define SIMT_COMPARE(bits, name)                                                                           \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile std::uint##bits##_t* memory,                  \
                                                    std::uint##bits##_t* expected,                         \
                                                    std::uint##bits##_t value, int, int) {                 \
    return __atomic_compare_exchange_n(memory, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) \
               ? 1                                                                                         \
               : 0;                                                                                        \
  }
#define SIMT_COMPARE_VALUE(bits)                                                                        \
  std::uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile std::uint##bits##_t* memory,  \
                                                                 std::uint##bits##_t expected,          \
                                                                 std::uint##bits##_t value, int, int) { \
    __atomic_compare_exchange_n(memory, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
    return expected;                                                                                    \
  }
#define SIMT_ATOMICS(bits)                                                                                 \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* memory, int) {        \
    return __atomic_load_n(memory, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                        \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* memory, std::uint##bits##_t value, int) { \
    __atomic_store_n(memory, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                        \
  std::uint##bits##_t __tsan_atomic##bits##_exchange(volatile std::uint##bits##_t* memory,                 \
                                                     std::uint##bits##_t value, int) {                     \
    return __atomic_exchange_n(memory, value, __ATOMIC_SEQ_CST);                                           \
  }                                                                                                        \
  SIMT_FETCH(bits, add)                                                                                    \
  SIMT_FETCH(bits, sub)                                                                                    \
  SIMT_FETCH(bits, and)                                                                                    \
  SIMT_FETCH(bits, or)                                                                                     \
  SIMT_FETCH(bits, xor)                                                                                    \
  SIMT_FETCH(bits, nand)                                                                                   \
  SIMT_COMPARE(bits, strong)                                                                               \
  SIMT_COMPARE(bits, weak)                                                                                 \
  SIMT_COMPARE_VALUE(bits)

extern "C" {
SIMT_ATOMICS(8)
SIMT_ATOMICS(16)
SIMT_ATOMICS(32)
SIMT_ATOMICS(64)
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
// __threadfence.
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
}
