// Steps of AdamW and SGD: an element a thread.
#include "kernels/cuda/optimizer/chunks.cuh"
#include "kernels/cuda/optimizer/optimizer.h"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

/// NaN is no 0.
__device__ __forceinline__ bool skips(const StepMemory& m) { return !(element_at(m.found_inf, 0, 0) == 0); }

__device__ __forceinline__ void set_param(const StepMemory& m, std::int64_t row, std::int64_t i, float p) {
  set_element(m.new_param, row, i, p);
  if (m.model.data != nullptr) set_element(m.model, row, i, p);
}

__device__ __forceinline__ float decayed_first(const AdamWProblem& a, float p, float m, float v) {
  const float divisor = __fadd_rn(__fdiv_rn(__fsqrt_rn(v), a.root_correction2), a.eps);
  return __fsub_rn(__fmul_rn(p, a.decay), __fmul_rn(a.step_size, __fdiv_rn(m, divisor)));
}

__device__ __forceinline__ float decay_added(const AdamWProblem& a, float p, float m, float v) {
  const float divisor = __fadd_rn(__fsqrt_rn(__fdiv_rn(v, a.correction2)), a.eps);
  const float update =
      __fadd_rn(__fdiv_rn(__fdiv_rn(m, a.correction1), divisor), __fmul_rn(a.weight_decay, p));
  return __fsub_rn(p, __fmul_rn(a.lr, update));
}

__global__ void __launch_bounds__(chunk_threads) adamw_chunks(const AdamWProblem a) {
  const bool skipped = skips(a.memory);
  for_each_element(a.rows, a.n, [&](std::int64_t row, std::int64_t i) {
    float p = element_at(a.memory.param, row, i), m = element_at(a.exp_avg, row, i),
          v = element_at(a.exp_avg_sq, row, i);
    if (!skipped) {
      float g = element_at(a.memory.x, row, i);
      if (a.grad_scale != 1.0F) g = __fdiv_rn(g, a.grad_scale);
      m = __fadd_rn(m, __fmul_rn(a.weight1, __fsub_rn(g, m)));
      v = __fadd_rn(__fmul_rn(a.beta2, v), __fmul_rn(__fmul_rn(a.weight2, g), g));
      p = a.decay_is_added ? decay_added(a, p, m, v) : decayed_first(a, p, m, v);
    }
    set_param(a.memory, row, i, p);
    set_element(a.new_exp_avg, row, i, m);
    set_element(a.new_exp_avg_sq, row, i, v);
  });
}

__global__ void __launch_bounds__(chunk_threads) sgd_chunks(const SgdProblem s) {
  const bool skipped = skips(s.memory);
  for_each_element(s.rows, s.n, [&](std::int64_t row, std::int64_t i) {
    float p = element_at(s.memory.param, row, i), b = element_at(s.buffer, row, i);
    if (!skipped) {
      float g = element_at(s.memory.x, row, i);
      if (s.weight_decay != 0) g = __fadd_rn(g, __fmul_rn(s.weight_decay, p));
      b = s.starts ? g : __fadd_rn(__fmul_rn(s.momentum, b), __fmul_rn(s.share, g));
      const float direction = s.nesterov ? __fadd_rn(g, __fmul_rn(s.momentum, b)) : b;
      p = __fsub_rn(p, __fmul_rn(s.lr, direction));
    }
    set_param(s.memory, row, i, p);
    set_element(s.new_buffer, row, i, b);
  });
}

}  // namespace

int launch_adamw(const AdamWProblem& p, void* stream) {
  if (p.rows == 0 || p.n == 0) return 0;
  return simt::launch("adamw_chunks", adamw_chunks, dim3(blocks_for(Chunks{p.rows, p.n}.count())),
                      dim3(chunk_threads), 0, static_cast<simt::Stream>(stream), p);
}

int launch_sgd(const SgdProblem& p, void* stream) {
  if (p.rows == 0 || p.n == 0) return 0;
  return simt::launch("sgd_chunks", sgd_chunks, dim3(blocks_for(Chunks{p.rows, p.n}.count())),
                      dim3(chunk_threads), 0, static_cast<simt::Stream>(stream), p);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
