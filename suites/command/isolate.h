#pragma once
// Commands that load an implementation and print what they find do so in a process of their own.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kernels/api/implementation.h"
#include "reports/record/verdict.h"

namespace ulpgate {

struct Isolation {
  std::uint64_t timeout_seconds = 60;  ///< of one call
  std::uint64_t memory_limit_mib = 0;  ///< 0: half of the machine's
};

/// Starts this program again with the same arguments and watches it. The exit status is the process's own;
/// where it dies, `told` gets crashed or timed_out and one sentence part ("plugin:x was killed by SIGABRT
/// (Aborted) in call 1, ..."), and the status is 1.
int isolate(char** argv, const Isolation& limits, const std::string& implementation,
            const std::function<void(report::Verdict, const std::string&)>& told);

/// make_implementation(), told to whoever watches this process.
std::unique_ptr<Implementation> load_watched(const std::string& spec);

}  // namespace ulpgate
