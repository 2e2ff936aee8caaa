#include "kernels/adapters/host/flag_exchange.h"

#include <map>

namespace ulpgate::host {

std::shared_ptr<FlagExchange> FlagExchange::of_group(std::int64_t group, int shards) {
  static std::mutex mutex;
  static std::map<std::int64_t, std::weak_ptr<FlagExchange>> groups;
  const std::lock_guard lock(mutex);
  std::erase_if(groups, [](const auto& entry) { return entry.second.expired(); });
  std::shared_ptr<FlagExchange> exchange = groups[group].lock();
  if (exchange == nullptr) {
    exchange = std::make_shared<FlagExchange>(shards);
    groups[group] = exchange;
  }
  return exchange;
}

bool FlagExchange::any(bool found) {
  std::unique_lock lock(mutex_);
  found_ = found_ || found;
  if (++asked_ == shards_) {
    answer_ = found_;
    found_ = false;
    asked_ = 0;
    ++round_;
    all_asked_.notify_all();
    return answer_;
  }
  all_asked_.wait(lock, [this, round = round_] { return round_ != round; });
  return answer_;
}

}  // namespace ulpgate::host
