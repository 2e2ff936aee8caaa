#pragma once
// The inner loops of judging whole tensors, once for each instruction set.
#include <cstdint>
#include <vector>

namespace ulpgate::quantize {

/// The same bits from each of them.
struct Loops {
  /// The bits of the largest magnitude of x[0, count), NaN ignored; of all, NaN included.
  std::uint32_t (*amax)(const float* x, std::int64_t count);
  std::uint32_t (*amax_with_nan)(const float* x, std::int64_t count);
  /// t[i] = x[i] * factor; where that is NaN and x[i] is one, x[i].
  void (*products)(const float* x, float factor, std::int64_t count, float* t);
};

std::vector<Loops> available_loops();
/// The best of them that this machine runs.
const Loops& loops();

namespace baseline {
Loops loops();
}
namespace x86_v3 {
Loops loops();
}

}  // namespace ulpgate::quantize
