#include "kernels/executor/fiber/fiber.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace simt::detail {
namespace {

void start_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* bottom,
                  [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(fake_stack, bottom, bytes);
#endif
}

void finish_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] const void** bottom,
                   [[maybe_unused]] std::size_t* bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, bottom, bytes);
#endif
}

}  // namespace

Fiber::Fiber(std::size_t stack_bytes, unsigned number, void (*entry)()) : entry_(entry) {
  stack_.emplace(stack_bytes, number);
  bottom_ = stack_->data();
  bytes_ = stack_->bytes();
  reset();
}

void Fiber::reset() {
#if defined(__SANITIZE_ADDRESS__)
  // Frames that were given up left their guards there.
  __asan_unpoison_memory_region(stack_->data(), stack_->bytes());
#endif
  context_ = make_context(stack_->data(), stack_->bytes(), entry_);
  fake_stack_ = nullptr;
#if defined(__SANITIZE_THREAD__)
  if (history_ != nullptr) __tsan_destroy_fiber(history_);
  history_ = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
#if defined(__SANITIZE_THREAD__)
  if (stack_ && history_ != nullptr) __tsan_destroy_fiber(history_);
#endif
}

void Fiber::tell_and_switch_to(Fiber& to) {
  start_switch(&fake_stack_, to.bottom_, to.bytes_);
#if defined(__SANITIZE_THREAD__)
  if (!stack_) history_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.history_, 0);
#endif
  switch_context(&context_, to.context_);
  finish_switch(fake_stack_, nullptr, nullptr);
}

void Fiber::entered(Fiber& from) {
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  finish_switch(nullptr, &bottom, &bytes);
  if (from.stack_) return;
  from.bottom_ = bottom;
  from.bytes_ = bytes;
}

}  // namespace simt::detail
