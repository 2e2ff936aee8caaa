#pragma once
// The parts of a run, several at once: each implementation on each operation, in processes of their own.
#include <string>
#include <vector>

#include "suites/command/run_folder.h"
#include "suites/command/supervise.h"

namespace ulpgate {

/// Runs all parts and notes in `folder` which have ended. Parts begin in the order of options.operations and
/// then of options.implementations; at most options.threads and at most most_at_once of them run at the same
/// time. What uses a device, or may (plug-ins), runs one after the other: a device may refuse a second
/// process. Returns what was wrong with what the user typed, one sentence each, in the order of parts.
std::vector<std::string> run_parts(const RunOptions& options, RunFolder& folder);

/// Beyond this, processes would be many and threads few.
inline constexpr unsigned most_at_once = 8;

}  // namespace ulpgate
