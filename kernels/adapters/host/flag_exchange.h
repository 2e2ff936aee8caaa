#pragma once
// Shards of a group tell each other whether they found something.
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace ulpgate::host {

class FlagExchange {
 public:
  explicit FlagExchange(int shards) : shards_(shards) {}

  /// The group of that number, while anyone has it.
  static std::shared_ptr<FlagExchange> of_group(std::int64_t group, int shards);

  /// Whether any shard of the group says so. Returns when all of them have asked.
  bool any(bool found);

 private:
  int shards_;
  std::mutex mutex_;
  std::condition_variable all_asked_;
  int asked_ = 0;
  bool found_ = false;   ///< of those that have asked
  bool answer_ = false;  ///< of the last round; the next one cannot end before all have read it
  std::uint64_t round_ = 0;
};

}  // namespace ulpgate::host
