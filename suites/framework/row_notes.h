#pragma once
// What a row says when a call did not answer ok.
#include <optional>
#include <string>

#include "kernels/api/implementation.h"
#include "reports/record/row.h"
#include "suites/framework/fingerprint.h"

namespace ulpgate {

/// The reply's message, or words in its place.
std::string refusal_text(const Reply& reply);
/// The row was not run: the implementation does not support it.
void mark_unsupported(const Reply& reply, report::Row& row);
/// The row fails: the call answered that its arguments are invalid, or that it failed.
void mark_refused(const Reply& reply, report::Row& row);
/// Bits that the implementation does not promise to give again identify nothing: its row stays without.
void set_fingerprint(const Fingerprint& fingerprint, report::Row& row);
/// Of all outputs of the scope, where there were any.
void set_fingerprint(const ScopedOutputs& outputs, report::Row& row);
/// Whether an element is farther beyond its bound than another one, or, as far as that goes or where the
/// demand is equality, farther from right in codes. What has no distance at all, such as a NaN, is the worst.
bool is_worse(const report::Worst& one, const report::Worst& than);
/// The same, of ratios alone.
bool is_worse(const std::optional<double>& error_over_bound, const std::optional<double>& than);

}  // namespace ulpgate
