#include <ulpgate/simt.h>

#include "kernels/executor/executor.h"
#include "kernels/executor/tests/fragments/machine.h"

namespace fragment_test {

namespace {
simt::Options options_of(int architecture) {
  simt::Options options;
  options.architecture = "sm_" + std::to_string(architecture);
  return options;
}
}  // namespace

const Architectures& architectures() {
  // Those that compute mma in a way of their own.
  static const Architectures known{{75, 80, 89, 90, 120}, true, ""};
  return known;
}

struct On::State {
  explicit State(int architecture) : executor(options_of(architecture)), use(executor) {}
  simt::Executor executor;
  simt::UseExecutor use;
};

On::On(int architecture) : state_(std::make_unique<State>(architecture)) {}
On::~On() = default;
bool On::lacks_instruction() const {
  const auto& faults = state_->executor.faults();
  return !faults.empty() && faults[0].kind == "no such instruction";
}
std::string On::faults() const {
  std::string all;
  for (const simt::Fault& fault : state_->executor.faults()) all += fault.kind + ": " + fault.text + "\n";
  return all;
}

}  // namespace fragment_test
