#include "kernels/adapters/simt/executors.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace ulpgate::simt_adapter {

Reply Executors::run(const std::function<int()>& work) {
  std::unique_ptr<simt::Executor> executor = take();
  Reply reply;
  {
    const simt::UseExecutor use(*executor);
    const int error = work();
    const std::vector<simt::Fault>& faults = executor->faults();
    if (!faults.empty()) {
      reply = {Status::failed, faults.front().kind + ": " + faults.front().text};
    } else if (error != 0) {
      reply = {Status::failed, "the launch answers " + std::to_string(error)};
    }
  }
  // After a fault threads may have stopped anywhere.
  if (reply.status == Status::ok) give_back(std::move(executor));
  return reply;
}

std::unique_ptr<simt::Executor> Executors::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<simt::Executor> executor = std::move(idle_.back());
      idle_.pop_back();
      return executor;
    }
  }
  simt::Options options;
  options.architecture = architecture_;
  options.workers = std::max(std::thread::hardware_concurrency(), 1u);
  return std::make_unique<simt::Executor>(options);
}

void Executors::give_back(std::unique_ptr<simt::Executor> executor) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(executor));
}

}  // namespace ulpgate::simt_adapter
