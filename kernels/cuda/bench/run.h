#pragma once
// Measures everything on the current device.
#include "kernels/cuda/bench/results.h"

namespace ulpgate::cuda::bench {

/// Takes about `seconds`; what would come later is left out. Throws std::exception where nothing could be
/// measured.
Results run(double seconds);

}  // namespace ulpgate::cuda::bench
