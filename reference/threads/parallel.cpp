#include "reference/threads/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ulpgate {

void for_each_block(std::uint64_t blocks, unsigned threads,
                    const std::function<void(std::uint64_t, unsigned)>& work) {
  const auto count = static_cast<unsigned>(std::min<std::uint64_t>(std::max(threads, 1U), blocks));
  if (count <= 1) {
    for (std::uint64_t b = 0; b < blocks; ++b) work(b, 0);
    return;
  }
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](unsigned thread) {
    try {
      for (std::uint64_t b = next++; b < blocks; b = next++) work(b, thread);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = blocks;
    }
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < count; ++t) others.emplace_back(run, t);
  run(0);
  for (std::thread& t : others) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ulpgate
