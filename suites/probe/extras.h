#pragma once
// Findings that are read off outputs and not searched for.
#include "suites/probe/observed.h"
#include "suites/probe/probe.h"

namespace ulpgate::probe {

/// The code of NaN results, or that there are several.
Finding nan_finding(const Signature& signature, const Observed& observed);

/// That each pair of scales reaches its own block and no other; the format is the interface's.
std::vector<Finding> scale_findings(const Instruction& instruction, const Arithmetic& found);

/// What becomes of the low 13 bits of a tf32 word: truncated, or rounded to nearest, ties to even or away.
/// Inputs of tf32 only.
std::optional<Finding> padding_finding(const Instruction& instruction, const Arithmetic& found);

/// Which products share a step, and in which order the steps are, by FPRev's method (large opposite products
/// hide all smaller ones that are added before the second of them): a view that no model has a part in, but
/// for how far apart large and small must be.
std::optional<Finding> steps_finding(const Instruction& instruction, const Arithmetic& found);

}  // namespace ulpgate::probe
