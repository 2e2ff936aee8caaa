#pragma once
// A thread of the operating system that takes part in launches.
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <sys/types.h>
#include <thread>

namespace simt::detail {

/// Kept between launches: to start a thread takes longer than many launches do. In a process that was forked
/// off there is no such thread, and whoever offers it work does all of it.
class Helper {
 public:
  Helper();
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  /// Has the thread call work() as soon as it gets there.
  void offer(std::function<void()> work);
  /// Waits for the end of work() if it has begun; if not, it never will. What it threw, if anything.
  std::exception_ptr settle();

 private:
  void live();
  bool lives_here() const;

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable changed_;
  std::function<void()> work_;
  bool working_ = false;
  bool over_ = false;
  std::exception_ptr failure_;
  pid_t process_;
  std::thread thread_;
};

}  // namespace simt::detail
