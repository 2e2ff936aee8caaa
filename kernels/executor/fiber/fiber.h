#pragma once
// A stack of its own that code can go on upon.
#include <cstddef>
#include <optional>

#include "kernels/executor/fiber/context.h"
#include "kernels/executor/fiber/stack.h"

namespace simt::detail {

/// Somewhere to go on: a fiber, or the stack that a worker came from. AddressSanitizer and
/// ThreadSanitizer are told of every switch.
class Fiber {
 public:
  /// Will call entry() on a stack of its own. entry() must not return, and must call entered() first.
  /// `number`: how many others there are that it will run beside.
  Fiber(std::size_t stack_bytes, unsigned number, void (*entry)());
  /// The stack that it is first switched from.
  Fiber() = default;
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Begins anew; whatever was on its stack is given up.
  void reset();
  /// Goes on at `to`; returns when somebody switches to this one.
  void switch_to(Fiber& to) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    tell_and_switch_to(to);
#else
    switch_context(&context_, to.context_);
#endif
  }
  /// `from`: where the switch came from.
  static void entered(Fiber& from);
  bool owns(const void* address) const {
    return address >= bottom_ && address < static_cast<const std::byte*>(bottom_) + bytes_;
  }

 private:
  void tell_and_switch_to(Fiber& to);

  std::optional<Stack> stack_;
  void (*entry_)() = nullptr;
  Context context_ = nullptr;
  const void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
  [[maybe_unused]] void* fake_stack_ = nullptr;
  [[maybe_unused]] void* history_ = nullptr;  ///< ThreadSanitizer's
};

}  // namespace simt::detail
