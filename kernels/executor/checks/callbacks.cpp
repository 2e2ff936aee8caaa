// What the compiler calls at every access of code that was compiled with -fsanitize=thread. GCC's and Clang's
// names; their own run-time library, which is about threads of the operating system, must not be linked.
#include <cstdint>
#include <string>

#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/source_of.h"

namespace {

using simt::detail::Access;
using simt::detail::InCall;
using simt::detail::Worker;

void note(const void* memory, std::size_t bytes, Access kind, const void* caller, bool aligned) {
  Worker* const worker = Worker::current();
  if (worker == nullptr || !worker->in_kernel() || worker->watch() == nullptr) return;
  const InCall call(*worker);
  const auto where = [&] { return simt::detail::source_of(caller); };
  if (aligned && reinterpret_cast<std::uintptr_t>(memory) % bytes != 0)
    worker->report("misaligned access",
                   "an access of " + std::to_string(bytes) + " bytes at an address that is no multiple",
                   where());
  worker->watch()->access(memory, bytes, kind, where);
}

}  // namespace

#define SIMT_ACCESS(bytes)                                                                                \
  void __tsan_read##bytes(void* p) { note(p, bytes, Access::read, __builtin_return_address(0), true); }   \
  void __tsan_write##bytes(void* p) { note(p, bytes, Access::write, __builtin_return_address(0), true); } \
  void __tsan_unaligned_read##bytes(void* p) {                                                            \
    note(p, bytes, Access::read, __builtin_return_address(0), false);                                     \
  }                                                                                                       \
  void __tsan_unaligned_write##bytes(void* p) {                                                           \
    note(p, bytes, Access::write, __builtin_return_address(0), false);                                    \
  }

extern "C" {
SIMT_ACCESS(1)
SIMT_ACCESS(2)
SIMT_ACCESS(4)
SIMT_ACCESS(8)
SIMT_ACCESS(16)
void __tsan_read_range(void* p, unsigned long bytes) {
  note(p, bytes, Access::read, __builtin_return_address(0), false);
}
void __tsan_write_range(void* p, unsigned long bytes) {
  note(p, bytes, Access::write, __builtin_return_address(0), false);
}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
// __threadfence.
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
}
