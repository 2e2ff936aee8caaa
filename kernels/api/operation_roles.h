#pragma once
// Which tensors and scalars an offer of an operation names, and in which order (ulpgate/plugin.h,
// OPERATIONS).
#include <string>
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// What is wrong with the roles that `offer` gives formats for, as one sentence part; empty where they are
/// those of its operation, and for operations that are not known here.
std::string wrong_roles(const Offer& offer);

/// Whether the operation is one of objects.
bool has_state(std::string_view operation);

}  // namespace ulpgate
