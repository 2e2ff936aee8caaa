#pragma once

#include <string>
#include <string_view>

#include "reports/diff/side.h"

namespace ulpgate::report {

/// Whether a text begins as a baseline does.
bool is_baseline(std::string_view text);

/// A report as a text that is kept beside code and read in reviews: facts, then one line a row, sorted by id.
///
///     # ulpgate baseline 1
///     fact device.kernel_driver 570.1
///     row gemm/cublas/.../GEMM-ACC-1 pass judged=65536 sampled bound=0.93 rms=0.31 mean=-0.002 max=1.5
///         bits=xxh3-64:... seed=1 inputs=1a2b3c4d claims=... limit=... ran.algorithm=12      (one line)
///
/// Texts with anything but visible ASCII are JSON strings. What is empty is left out; `inputs`, `claims` and
/// `limit` (how the bound is made) are digests. The same report gives the same bytes.
std::string baseline_text(const Side& side);

/// Lines may end as on Windows, where a repository checks texts out like that. Throws InputError "NAME:LINE:
/// reason": for anything else that baseline_text does not write, for rows out of
/// order and for rows that stand twice.
Side parse_baseline(std::string_view text, const std::string& name);

}  // namespace ulpgate::report
