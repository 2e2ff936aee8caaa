#pragma once
// Updates of delayed scales: a thread a tensor.
#include "kernels/cuda/quantize/scale.cuh"
#include "kernels/cuda/quantize/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// The larger amax; a NaN loses, or wins.
__device__ __forceinline__ float larger_amax(float a, float b, bool nan_wins) {
  if (nan_wins && (a != a || b != b)) return __uint_as_float(0x7FC00000U);
  return fmaxf(a, b);
}

__global__ void update_history(const HistoryProblem p) {
  const bool unfused = p.path == HistoryPath::unfused;
  for (std::int64_t t = first_of_thread(); t < p.tensors; t += all_threads()) {
    float now = at<float>(p.history, 0, t);
    if (p.path == HistoryPath::bulk && p.reduced.data != nullptr) {
      const float reduced = at<float>(p.reduced, 0, t);
      if (reduced != 0) now = reduced;
    }
    const bool used = p.path != HistoryPath::bulk || now != 0;
    float amax = now;
    for (std::int64_t i = 1; i < p.length && !p.most_recent; ++i)
      amax = larger_amax(amax, at<float>(p.history, i, t), unfused);
    float scale = at<float>(p.scale, 0, t);
    if (used && amax > 0 && amax <= largest_fp32) {
      const float s = unfused ? __fdiv_rn(__fdiv_rn(p.largest, amax), exp2f(p.margin))
                              : __fdiv_rn(__fmul_rn(p.largest, exp2f(-p.margin)), amax);
      scale = at_most_largest(s);
    }
    for (std::int64_t i = 0; i < p.length; ++i) {
      const bool last = i + 1 == p.length;
      float value = 0;
      if (!used) {
        value = at<float>(p.history, i, t);
      } else if (i > 0) {
        value = last ? now : at<float>(p.history, i + 1, t);
      }
      at<float>(p.new_history, i, t) = value;
    }
    at<float>(p.new_scale, 0, t) = scale;
    at<float>(p.scale_inverse, 0, t) = __fdiv_rn(1, scale);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
