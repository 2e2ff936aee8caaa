#pragma once
// The x86 F16C instructions over a call's tensors. Callable where missing() is empty.
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate::f16c {

/// Why the instructions cannot run here; empty where they can.
std::string_view missing();

Reply nearest_even(const Call& call);
Reply toward_zero(const Call& call);
Reply up(const Call& call);
Reply down(const Call& call);
Reply widen(const Call& call);

}  // namespace ulpgate::f16c
