#include "kernels/executor/executor.h"

#include <stdexcept>

#include "kernels/executor/block/machine.h"
#include "ulpgate/simt/host_launch.h"

namespace simt {
namespace {

thread_local constinit Executor* in_use = nullptr;

}  // namespace

Executor::Executor(const Options& options) {
  if (options.workers == 0) throw std::invalid_argument("an executor needs at least one worker.");
  machine_ = std::make_unique<detail::Machine>(options);
}
Executor::~Executor() = default;

const Options& Executor::options() const { return machine_->options(); }
const std::vector<Fault>& Executor::faults() const { return machine_->faults(); }
void Executor::clear_faults() { machine_->clear_faults(); }

void Executor::schedule(Order order, std::uint64_t seed, std::uint8_t poison) {
  Options& options = machine_->options();
  options.order = order;
  options.seed = seed;
  options.poison = poison;
}

void Executor::know_global(const void* memory, std::size_t bytes, std::size_t guard) {
  const auto* const begin = static_cast<const std::byte*>(memory);
  machine_->known().push_back({begin, begin + bytes, guard});
}
void Executor::forget_global() { machine_->known().clear(); }

UseExecutor::UseExecutor(Executor& executor) : before_(in_use) { in_use = &executor; }
UseExecutor::~UseExecutor() { in_use = before_; }

namespace detail {

Error launch(const Launch& launch) {
  if (in_use == nullptr)
    throw std::logic_error(std::string("kernel ") + launch.name +
                           " was launched where no executor is in use.");
  return in_use->machine().launch(launch);
}

}  // namespace detail
}  // namespace simt
