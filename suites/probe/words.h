#pragma once
// Findings in words.
#include "suites/probe/alike.h"
#include "suites/probe/probe.h"

namespace ulpgate::probe {

/// "1 * 1 at k 0, -1 * 1 at k 1, c = 2^-25"; more than four products by their number.
std::string to_text(const Signature& signature, const Dot& dot);

/// One parameter's finding from what is known of its values.
Finding describe(const Signature& signature, const Alike& alike, const Observed& observed);

}  // namespace ulpgate::probe
