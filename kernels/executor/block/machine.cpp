#include "kernels/executor/block/machine.h"

#include <algorithm>
#include <exception>
#include <numeric>

#include "kernels/executor/block/worker.h"

namespace simt::detail {

namespace {

constexpr std::size_t most_faults = 64;

}  // namespace

Machine::Machine(const Options& options) : options_(options), tensor_cores_(options.architecture) {
  // A signal's handler may read them at any time.
  faults_.reserve(most_faults);
}
Machine::~Machine() = default;

void Machine::add_fault(const char* kind, const std::string& sentence, const std::string& where) {
  const std::lock_guard lock(mutex_);
  failed_ = true;
  if (faults_.size() < most_faults && told_.emplace(kind, where).second) faults_.push_back({kind, sentence});
}

void Machine::clear_faults() {
  faults_.clear();
  told_.clear();
}

namespace {

/// The order in which blocks begin: one after the other, or all in steps that meet each of them once.
class BlockOrder {
 public:
  BlockOrder(const Options& options, std::size_t blocks) : order_(options.order), blocks_(blocks) {
    if (order_ != Order::random || blocks < 3) return;
    offset_ = options.seed % blocks;
    step_ = (options.seed / blocks * 2 + 1) % blocks;
    while (step_ == 0 || std::gcd(step_, blocks) != 1) step_ = (step_ + 1) % blocks;
  }
  std::size_t at(std::size_t place) const {
    if (order_ == Order::descending) return blocks_ - 1 - place;
    // Blocks are below 2^63 / 2^31 wherever a launch ends in this life.
    return (offset_ + place % blocks_ * step_) % blocks_;
  }

 private:
  Order order_;
  std::size_t blocks_;
  std::size_t offset_ = 0;
  std::size_t step_ = 1;
};

}  // namespace

int Machine::launch(const Launch& launch) {
  if (const std::string problem = check_launch(launch, options_.architecture); !problem.empty()) {
    add_fault("launch", std::string("kernel ") + launch.name + ": " + problem, launch.name);
    return 1;
  }
  failed_ = false;
  const std::size_t blocks = launch.blocks();
  const auto count = static_cast<unsigned>(std::min<std::size_t>(options_.workers, blocks));
  while (workers_.size() < count) workers_.push_back(std::make_unique<Worker>(*this));
  while (helpers_.size() + 1 < count) helpers_.push_back(std::make_unique<Helper>());
  const BlockOrder order(options_, blocks);
  blocks_ = blocks;
  if (launch.checked) global_writes_.begin(known_, blocks);
  next_ = 0;
  // A worker stays on one thread for the whole launch, for fibers must not move.
  const auto run_share = [&](Worker& worker) {
    worker.begin(launch);
    prepare_thread(worker);
    for (std::size_t place = next_++; place < blocks && !failed_; place = next_++)
      worker.run_block(order.at(place));
    worker.end();
  };
  for (unsigned w = 1; w < count; ++w)
    helpers_[w - 1]->offer([&run_share, &worker = *workers_[w]] { run_share(worker); });
  std::exception_ptr failure;
  try {
    run_share(*workers_[0]);
  } catch (...) {
    failure = std::current_exception();
  }
  for (unsigned w = 1; w < count; ++w) {
    if (const std::exception_ptr theirs = helpers_[w - 1]->settle(); failure == nullptr) failure = theirs;
  }
  if (failure != nullptr) std::rethrow_exception(failure);
  return failed_ ? 1 : 0;
}

}  // namespace simt::detail
