#pragma once
// How long queued work takes on the device, by its own clock.
#include <functional>

#include "kernels/cuda/bench/times.h"
#include "kernels/device/stream.h"

namespace ulpgate::cuda::bench {

/// Calls queue(turn), turn = 0, 1, ..., first to warm up, then for about `seconds`, at least 11 samples.
/// Short work is timed several calls at a time, and everything is queued before it is waited for, so that the
/// host does not count. Throws CudaError.
Times measure(const device::Stream& stream, double seconds, const std::function<void(int turn)>& queue);

}  // namespace ulpgate::cuda::bench
