#pragma once

#include <cstddef>
#include <string>

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// The comparison for a terminal: what differs of the environment, then each group with its rows (at most
/// `most` a group), then the counts. Texts from the files are made visible; no line of theirs starts a line.
std::string terminal_text(const Comparison& comparison, std::size_t most);

/// "error/bound 0.93 -> 1.7, rms ulp 0.31 -> 0.4, bits moved": what moved of a pair that stands in both;
/// empty where nothing did.
std::string what_moved(const Pair& pair);

/// "pass -> fail"; "none" for a side without the row.
std::string verdicts_text(const Pair& pair);

}  // namespace ulpgate::report
