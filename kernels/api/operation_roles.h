#pragma once
// Which tensors and scalars an offer of an operation names, and in which order (ulpgate/plugin.h,
// OPERATIONS).
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// What is wrong with the roles that `offer` gives formats for, as one sentence part; empty where they are
/// those of its operation, and for operations that are not known here.
std::string wrong_roles(const Offer& offer);

}  // namespace ulpgate
