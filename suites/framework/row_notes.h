#pragma once
// What a row says when a call did not answer ok.
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

}  // namespace ulpgate
