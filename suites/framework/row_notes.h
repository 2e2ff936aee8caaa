#pragma once
// What a row says when a call did not answer ok.
#include <string>

#include "kernels/api/implementation.h"
#include "reports/record/row.h"

namespace ulpgate {

/// The reply's message, or words in its place.
std::string refusal_text(const Reply& reply);
/// The row was not run: the implementation does not support it.
void mark_unsupported(const Reply& reply, report::Row& row);
/// The row fails: the call answered that its arguments are invalid, or that it failed.
void mark_refused(const Reply& reply, report::Row& row);

}  // namespace ulpgate
