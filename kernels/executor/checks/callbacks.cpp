// What the compiler calls at every access of code that was compiled with -fsanitize=thread, and where a
// pointer is found misaligned with -fsanitize=alignment. GCC's and Clang's names; their own run-time
// libraries, which are about threads of the operating system and end the process, must not be linked.
#include <cstdint>
#include <string>

#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/source_of.h"

namespace {

using simt::detail::Access;
using simt::detail::InCall;
using simt::detail::Strength;
using simt::detail::Worker;

/// The worker whose kernel the caller is in; nullptr where it is not watched, or in none.
Worker* watching() {
  Worker* const worker = Worker::current();
  if (worker == nullptr || !worker->in_kernel() || worker->watch() == nullptr) return nullptr;
  return worker;
}

/// Compilers take it that these calls throw nothing, so the block is given up without unwinding; to go on
/// would end the process where the access is a vector instruction.
[[noreturn]] void stop_misaligned(Worker& worker, const std::string& what, std::uintptr_t address,
                                  std::size_t alignment, const std::string& where) {
  worker.report("misaligned access",
                what + " at an address " + std::to_string(address % alignment) + " beyond a multiple", where);
  worker.abandon();
}

void note(const void* memory, std::size_t bytes, Access kind, const void* caller, bool aligned,
          Strength strength = Strength::weak) {
  Worker* const worker = watching();
  if (worker == nullptr) return;
  const InCall call(*worker);
  const auto where = [&] { return simt::detail::source_of(caller); };
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (aligned && address % bytes != 0)
    stop_misaligned(*worker, "an access of " + std::to_string(bytes) + " bytes", address, bytes, where());
  worker->watch()->access(memory, bytes, kind, where, strength);
}

// What the compiler passes along with a misaligned pointer (the ABI of libubsan).
struct TypeDescriptor {
  std::uint16_t kind, info;
  char name[1];  ///< "'float4'"
};
struct TypeMismatch {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* type;
  unsigned char log_alignment;
  unsigned char use;
};
struct AlignmentAssumption {
  const char* file;
  std::uint32_t line, column;
};

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

// Volatile ones, by the compiler's option tsan-distinguish-volatile.
#define SIMT_VOLATILE(infix, bytes, aligned)                                               \
  void __tsan_##infix##_read##bytes(void* p) {                                             \
    note(p, bytes, Access::read, __builtin_return_address(0), aligned, Strength::strong);  \
  }                                                                                        \
  void __tsan_##infix##_write##bytes(void* p) {                                            \
    note(p, bytes, Access::write, __builtin_return_address(0), aligned, Strength::strong); \
  }

extern "C" {
SIMT_VOLATILE(volatile, 1, true)
SIMT_VOLATILE(volatile, 2, true)
SIMT_VOLATILE(volatile, 4, true)
SIMT_VOLATILE(volatile, 8, true)
SIMT_VOLATILE(volatile, 16, true)
SIMT_VOLATILE(unaligned_volatile, 2, false)
SIMT_VOLATILE(unaligned_volatile, 4, false)
SIMT_VOLATILE(unaligned_volatile, 8, false)
SIMT_VOLATILE(unaligned_volatile, 16, false)
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
void __ubsan_handle_type_mismatch_v1(const TypeMismatch* mismatch, std::uintptr_t address) {
  Worker* const worker = watching();
  if (worker == nullptr) return;
  const InCall call(*worker);
  const std::size_t alignment = std::size_t{1} << mismatch->log_alignment;
  stop_misaligned(*worker,
                  std::string("an access to ") + mismatch->type->name + ", which is aligned to " +
                      std::to_string(alignment) + " bytes,",
                  address, alignment, std::string(mismatch->file) + ":" + std::to_string(mismatch->line));
}
void __ubsan_handle_alignment_assumption(const AlignmentAssumption* assumption, std::uintptr_t address,
                                         std::uintptr_t alignment, std::uintptr_t offset) {
  Worker* const worker = watching();
  if (worker == nullptr) return;
  const InCall call(*worker);
  stop_misaligned(*worker, "a pointer that is said to be aligned to " + std::to_string(alignment) + " bytes,",
                  address - offset, alignment,
                  std::string(assumption->file) + ":" + std::to_string(assumption->line));
}
}
