#pragma once
// The x86 F16C instructions over a call's tensors. Callable where missing() is empty.
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate::f16c {

/// Why the instructions cannot run here; empty where they can.
std::string_view missing();

void nearest_even(const Call& call);
void toward_zero(const Call& call);
void up(const Call& call);
void down(const Call& call);
void widen(const Call& call);

}  // namespace ulpgate::f16c
