#include "suites/scaler/together.h"

#include <atomic>
#include <chrono>
#include <future>
#include <vector>

namespace ulpgate::scaler {

void together(int count, int late, const std::function<void(int)>& function) {
  constexpr std::chrono::milliseconds patience{20};
  std::vector<std::future<void>> others;
  for (int i = 0; i < count; ++i) {
    if (i != late) others.push_back(std::async(std::launch::async, function, i));
  }
  if (late >= 0) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (const std::future<void>& other : others) other.wait_until(until);
    others.push_back(std::async(std::launch::async, function, late));
  }
  for (const std::future<void>& other : others) other.wait();
  for (std::future<void>& other : others) other.get();
}

std::int64_t new_group() {
  static std::atomic<std::int64_t> last = 0;
  return ++last;
}

}  // namespace ulpgate::scaler
