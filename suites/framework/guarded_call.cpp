#include "suites/framework/guarded_call.h"

#include <mutex>

#include "suites/framework/call_trace.h"
#include "suites/framework/fp_environment.h"

namespace ulpgate {

Reply guarded_call(Implementation& implementation, const Call& call, std::string* state_change) {
  static std::mutex one_call_at_a_time;
  const auto call_it = [&] {
    if (implementation.concurrent()) {
      const ScopedCall traced(call);
      return implementation.call(call);
    }
    const std::lock_guard lock(one_call_at_a_time);
    const ScopedCall traced(call);
    return implementation.call(call);
  };
  const ScopedFpEnvironment restored_afterwards;
  if (state_change == nullptr) return call_it();
  const FpEnvironment before = read_fp_environment();
  Reply reply = call_it();
  *state_change = describe_change(before, read_fp_environment());
  return reply;
}

}  // namespace ulpgate
