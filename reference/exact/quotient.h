#pragma once
// Quotients that round as exact ones do.
#include "reference/exact/exact.h"

namespace ulpgate {

/// a / b with the sticky flag where more follows: encode() rounds it as it would a / b. Infinities, zeros and
/// NaN as in IEEE 754. A NaN is the operation's own and has no payload.
Unpacked quotient(const Exact& a, const Exact& b);

}  // namespace ulpgate
