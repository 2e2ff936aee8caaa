#include "suites/framework/guarded_call.h"

#include <mutex>

#include "suites/framework/call_trace.h"
#include "suites/framework/fp_environment.h"

namespace ulpgate {

namespace {

std::mutex one_call_at_a_time;

template <typename Function>
Reply guarded(const Implementation& implementation, const Call& call, std::string* state_change,
              const Function& function) {
  const auto call_it = [&] {
    if (implementation.concurrent()) {
      const ScopedCall traced(call);
      return function();
    }
    const std::lock_guard lock(one_call_at_a_time);
    const ScopedCall traced(call);
    return function();
  };
  const ScopedFpEnvironment restored_afterwards;
  if (state_change == nullptr) return call_it();
  const FpEnvironment before = read_fp_environment();
  Reply reply = call_it();
  *state_change = describe_change(before, read_fp_environment());
  return reply;
}

}  // namespace

Reply guarded_call(Implementation& implementation, const Call& call, std::string* state_change) {
  return guarded(implementation, call, state_change, [&] { return implementation.call(call); });
}

Reply guarded_call(Implementation& implementation, StatefulObject& object, const Call& call,
                   std::string* state_change) {
  return guarded(implementation, call, state_change, [&] { return object.call(call); });
}

Reply guarded_create(Implementation& implementation, const Call& call,
                     std::unique_ptr<StatefulObject>& object) {
  return guarded(implementation, call, nullptr, [&] { return implementation.create(call, object); });
}

}  // namespace ulpgate
