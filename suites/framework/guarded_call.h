#pragma once
// One call of an implementation, whose effects on the thread stay within it.
#include <memory>
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// Told to whoever watches this process (call_trace.h). Serialised unless the implementation is concurrent.
/// Whatever the call does to the thread's floating-point environment is undone, so that judging never works
/// in it; `state_change`, where given, says what that was.
Reply guarded_call(Implementation& implementation, const Call& call, std::string* state_change = nullptr);
/// The same of an object of the implementation, and of making one.
Reply guarded_call(Implementation& implementation, StatefulObject& object, const Call& call,
                   std::string* state_change = nullptr);
Reply guarded_create(Implementation& implementation, const Call& call,
                     std::unique_ptr<StatefulObject>& object);

}  // namespace ulpgate
