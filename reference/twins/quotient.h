#pragma once
// Quotients that are rounded as exact ones would be.
#include "reference/exact/exact.h"

namespace ulpgate {

/// a / b cut to more than `bits` bits, with the last bit set where something was cut off: rounding that to a
/// format of fewer than bits - 1 bits gives what a / b itself would give (round to odd; Boldo and Melquiond,
/// Emulation of FMA and correctly rounded sums, IEEE TC 57, 2008, theorem 1). Infinities, zeros and NaN as in
/// IEEE 754.
Exact twin_quotient(const Exact& a, const Exact& b, int bits = 256);

}  // namespace ulpgate
