#include "kernels/executor/block/helper.h"

#include <unistd.h>
#include <utility>

namespace simt::detail {

Helper::Helper() : process_(getpid()), thread_([this] { live(); }) {}

Helper::~Helper() {
  if (!lives_here()) {
    thread_.detach();
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool Helper::lives_here() const { return process_ == getpid(); }

void Helper::offer(std::function<void()> work) {
  if (!lives_here()) return;
  {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
  }
  changed_.notify_all();
}

std::exception_ptr Helper::settle() {
  if (!lives_here()) return nullptr;
  std::unique_lock lock(mutex_);
  work_ = nullptr;
  changed_.wait(lock, [this] { return !working_; });
  return std::exchange(failure_, nullptr);
}

void Helper::live() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return over_ || work_; });
    if (over_) return;
    const std::function<void()> work = std::exchange(work_, nullptr);
    working_ = true;
    lock.unlock();
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    working_ = false;
    failure_ = failure;
    changed_.notify_all();
  }
}

}  // namespace simt::detail
