#pragma once
// Loss scaling and the steps of optimizers: many tensors at once, a row of a matrix each, in chunks.
// Everything is computed in fp32, each operation rounded; scalars come as they are to be used.
#include <cstddef>
#include <cstdint>
#include <variant>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// y = x * (1 / scale), the reciprocal rounded, or x / scale; x's bits where it is multiplied by 1, and
/// behind a tensor's size. found is 1 where something is not finite, else found_inf. x: fp32, fp16 or bf16; y
/// the same, and may be x.
struct UnscaleProblem {
  bool divides = false;
  bool looks_before = true, looks_after = false;
  std::int64_t rows = 0, n = 0;
  RowMemory x = {}, y = {};
  RowMemory sizes = {};  ///< int64, one a row; none: all of a row
  RowMemory scale = {}, found_inf = {}, found = {};
};

/// Flags by (device, scale). Trackers are int32.
struct ScaleUpdateProblem {
  double growth = 2, backoff = 0.5;
  float floor = 0;
  std::int64_t interval = 2000;
  std::int64_t devices = 0, n = 0;
  RowMemory found_inf = {}, scale = {}, tracker = {}, new_scale = {}, new_tracker = {};
};

enum class GradientNorm : std::uint8_t { one, two, infinity };

struct GradientNormProblem {
  GradientNorm kind = GradientNorm::two;
  std::int64_t rows = 0, n = 0;
  RowMemory x = {};
  RowMemory norm = {};   ///< fp32
  float grad_scale = 1;  ///< x counts as x over it
};

/// y = x * min(1, 1 / (norm + 1e-6) * max_norm).
struct ClipProblem {
  GradientNormProblem norm = {};
  float max_norm = 1;
  RowMemory y = {};  ///< of x's format
};

/// sum = main + x's rows, one after the other. main and sum: fp32.
struct AccumulateProblem {
  std::int64_t rows = 0, n = 0;
  RowMemory x = {}, main = {}, sum = {};
};

/// State in fp32; x and model: fp32, fp16 or bf16. Without model there is no copy.
struct StepMemory {
  RowMemory x = {}, found_inf = {}, param = {}, new_param = {}, model = {};
};

struct AdamWProblem {
  bool decay_is_added = false;
  std::int64_t rows = 0, n = 0;
  StepMemory memory = {};
  RowMemory exp_avg = {}, exp_avg_sq = {}, new_exp_avg = {}, new_exp_avg_sq = {};
  float grad_scale = 1, beta2 = 0, weight1 = 0, weight2 = 0;  ///< weights: 1 - beta1, 1 - beta2
  float lr = 0, eps = 0, weight_decay = 0;
  float decay = 1;  ///< 1 - lr * weight_decay
  /// 1 - beta1^step, 1 - beta2^step, its root, and lr over the first.
  float correction1 = 1, correction2 = 1, root_correction2 = 1, step_size = 0;
};

struct SgdProblem {
  bool nesterov = false;
  bool starts = false;  ///< the buffer is the gradient
  std::int64_t rows = 0, n = 0;
  StepMemory memory = {};
  RowMemory buffer = {}, new_buffer = {};
  float lr = 0, momentum = 0, share = 1, weight_decay = 0;  ///< share: 1 - dampening
};

using OptimizerProblem = std::variant<UnscaleProblem, ScaleUpdateProblem, GradientNormProblem, ClipProblem,
                                      AccumulateProblem, AdamWProblem, SgdProblem>;

/// Parts that a norm is added up from; a workspace has a float for each.
inline constexpr int norm_parts = 128;

inline namespace SIMT_BUILD {

/// `stream` is a cudaStream_t. 0, unsupported_rows, or a simt::Error.
int launch_unscale(const UnscaleProblem& problem, void* stream);
int launch_scale_update(const ScaleUpdateProblem& problem, void* stream);
/// `workspace`: norm_parts floats.
int launch_gradient_norm(const GradientNormProblem& problem, void* workspace, void* stream);
int launch_clip(const ClipProblem& problem, void* workspace, void* stream);
int launch_accumulate(const AccumulateProblem& problem, void* stream);
int launch_adamw(const AdamWProblem& problem, void* stream);
int launch_sgd(const SgdProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
