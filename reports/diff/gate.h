#pragma once

#include <string>

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// What a gate says of a comparison.
struct Gate {
  int status = 0;      ///< 0 go on, 1 stop, 3 not comparable
  std::string reason;  ///< one sentence part
};

/// 3 where the suites differ or no row stands in both. Else 1 where any change stops a gate (stops_a_gate) or
/// the new run is not complete. Else 3 where none was judged in both or all is ambiguous, else 0.
Gate gate(const Comparison& comparison, bool strict);

/// Workflow commands that a CI service shows beside the change: one ::error for each row that stops the gate
/// (at most `most`), ::notice for fixed rows, and a last one with the reason.
std::string annotations(const Comparison& comparison, bool strict, std::size_t most = 50);

/// JUnit XML: a test case for each row that changed, and one for the rest. What stops the gate is a failure,
/// what still fails is skipped.
std::string gate_junit(const Comparison& comparison, bool strict);

}  // namespace ulpgate::report
