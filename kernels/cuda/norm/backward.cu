// The backward passes of normalizations: dx by rows; dgamma and dbeta by columns, in two stages.
#include "kernels/cuda/norm/affine.cuh"
#include "kernels/cuda/rows/grid.h"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

constexpr int column_threads = 64;

/// z of a row's element.
class Normalised {
 public:
  __device__ Normalised(const NormBackwardProblem& p, std::int64_t row)
      : mean_(p.rms ? 0 : element_at(p.mean, row, 0)), rstd_(element_at(p.rstd, row, 0)) {}
  __device__ __forceinline__ float operator()(float x) const { return __fmul_rn(__fsub_rn(x, mean_), rstd_); }
  __device__ __forceinline__ float rstd() const { return rstd_; }

 private:
  float mean_, rstd_;
};

/// A block a row.
template <class X>
__global__ void norm_backward_rows(const NormBackwardProblem p) {
  const auto n = static_cast<float>(p.n);
  for (std::int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
    const X *const x = row_of<const X>(p.x, row), *const dy = row_of<const X>(p.dy, row);
    X* const dx = row_of<X>(p.dx, row);
    const Normalised z(p, row);
    const auto g_at = [&](std::int64_t i) {
      const float g = to_float(dy[i * p.dy.stride]);
      return p.gamma.data == nullptr ? g : __fmul_rn(g, gamma_at(p.gamma, p.zero_centred, i));
    };
    float sum = 0, products = 0;
    for (std::int64_t i = BlockTeam::index(); i < p.n; i += BlockTeam::size()) {
      const float g = g_at(i);
      sum = __fadd_rn(sum, g);
      products = __fadd_rn(products, __fmul_rn(g, z(to_float(x[i * p.x.stride]))));
    }
    const float mean = p.rms ? 0 : __fdiv_rn(sum_of<BlockTeam>(sum), n);
    const float slope = __fdiv_rn(sum_of<BlockTeam>(products), n);
    for (std::int64_t i = BlockTeam::index(); i < p.n; i += BlockTeam::size()) {
      const float along = __fmul_rn(z(to_float(x[i * p.x.stride])), slope);
      set(dx[i * p.dx.stride], __fmul_rn(z.rstd(), __fsub_rn(__fsub_rn(g_at(i), mean), along)));
    }
  }
}

/// Sums of parts: dgamma's, then dbeta's, n a part. A thread a column; y: parts.
template <class X>
__global__ void __launch_bounds__(column_threads)
    norm_backward_parts(const NormBackwardProblem p, float* parts, std::int64_t count) {
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * column_threads + threadIdx.x;
  if (column >= p.n) return;
  for (std::int64_t part = blockIdx.y; part < count; part += gridDim.y) {
    const std::int64_t first = part * norm_part_rows;
    const std::int64_t end = first + norm_part_rows < p.rows ? first + norm_part_rows : p.rows;
    float dgamma = 0, dbeta = 0;
    for (std::int64_t row = first; row < end; ++row) {
      const float g = to_float(row_of<const X>(p.dy, row)[column * p.dy.stride]);
      const float x = to_float(row_of<const X>(p.x, row)[column * p.x.stride]);
      dgamma = __fadd_rn(dgamma, __fmul_rn(g, Normalised(p, row)(x)));
      dbeta = __fadd_rn(dbeta, g);
    }
    parts[part * p.n + column] = dgamma;
    parts[(count + part) * p.n + column] = dbeta;
  }
}

__device__ __forceinline__ float sum_of_parts(const float* parts, std::int64_t count, std::int64_t n) {
  float sum = 0;
  for (std::int64_t part = 0; part < count; ++part) sum = __fadd_rn(sum, parts[part * n]);
  return sum;
}

__global__ void __launch_bounds__(column_threads)
    norm_backward_sums(const NormBackwardProblem p, const float* parts, std::int64_t count) {
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * column_threads + threadIdx.x;
  if (column >= p.n) return;
  if (p.dgamma.data != nullptr) set_element(p.dgamma, 0, column, sum_of_parts(parts + column, count, p.n));
  if (p.dbeta.data != nullptr)
    set_element(p.dbeta, 0, column, sum_of_parts(parts + count * p.n + column, count, p.n));
}

template <class X>
simt::Error launch(const NormBackwardProblem& p, float* parts, simt::Stream stream) {
  simt::Error error = 0;
  if (p.rows > 0)
    error = simt::launch("norm_backward_rows", norm_backward_rows<X>, dim3(blocks_for(p.rows)),
                         dim3(threads_for(p.n)), 0, stream, p);
  if (error != 0 || (p.dgamma.data == nullptr && p.dbeta.data == nullptr)) return error;
  const std::int64_t count = (p.rows + norm_part_rows - 1) / norm_part_rows;
  const auto columns = static_cast<unsigned>((p.n + column_threads - 1) / column_threads);
  if (count > 0)
    error = simt::launch("norm_backward_parts", norm_backward_parts<X>,
                         dim3(columns, static_cast<unsigned>(count < 65535 ? count : 65535)),
                         dim3(column_threads), 0, stream, p, parts, count);
  if (error != 0) return error;
  return simt::launch("norm_backward_sums", norm_backward_sums, dim3(columns), dim3(column_threads), 0,
                      stream, p, parts, count);
}

}  // namespace

int launch_norm_backward(const NormBackwardProblem& p, void* workspace, std::size_t workspace_bytes,
                         void* stream) {
  if (p.x.format != p.dy.format || p.dx.format != p.dy.format || p.n > norm_limit) return unsupported_rows;
  if (workspace_bytes < norm_workspace_bytes(p)) return unsupported_rows;
  if (p.n == 0) return 0;
  auto* const parts = static_cast<float*>(workspace);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.dy.format) {
    case ElementFormat::fp32:
      return launch<float>(p, parts, on);
    case ElementFormat::fp16:
      return launch<__half>(p, parts, on);
    case ElementFormat::bf16:
      return launch<__nv_bfloat16>(p, parts, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
