// The backward pass of group_norm: dx by groups; dgamma and dbeta by channels.
#include "kernels/cuda/norm/group_norm.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

/// z of an element of a group.
class Normalised {
 public:
  __device__ Normalised(const GroupNormBackwardProblem& p, std::int64_t batch, std::int64_t group)
      : mean_(element_at(p.mean, batch, 0, group)), rstd_(element_at(p.rstd, batch, 0, group)) {}
  __device__ __forceinline__ float operator()(float x) const { return __fmul_rn(__fsub_rn(x, mean_), rstd_); }
  __device__ __forceinline__ float rstd() const { return rstd_; }

 private:
  float mean_, rstd_;
};

/// A block a group.
template <class X>
__global__ void group_norm_backward_groups(const GroupNormBackwardProblem p) {
  const std::int64_t channels = p.channels / p.groups, n = channels * p.spatial;
  const auto count = static_cast<float>(n);
  for (std::int64_t row = blockIdx.x; row < p.batch * p.groups; row += gridDim.x) {
    const std::int64_t batch = row / p.groups, group = row % p.groups, channel = group * channels;
    const GroupRow<const X> x(p.x, batch, channel, channels, p.spatial);
    const GroupRow<const X> dy(p.dy, batch, channel, channels, p.spatial);
    const GroupRow<X> dx(p.dx, batch, channel, channels, p.spatial);
    const Normalised z(p, batch, group);
    const auto g_at = [&](std::int64_t i) {
      const float g = to_float(dy[i]);
      const std::int64_t c = channel + static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(p.spatial);
      return p.gamma.data == nullptr ? g : __fmul_rn(g, element_at(p.gamma, 0, c));
    };
    float sum = 0, products = 0;
    for (std::int64_t i = BlockTeam::index(); i < n; i += BlockTeam::size()) {
      const float g = g_at(i);
      sum = __fadd_rn(sum, g);
      products = __fadd_rn(products, __fmul_rn(g, z(to_float(x[i]))));
    }
    const float mean = __fdiv_rn(sum_of<BlockTeam>(sum), count);
    const float slope = __fdiv_rn(sum_of<BlockTeam>(products), count);
    for (std::int64_t i = BlockTeam::index(); i < n; i += BlockTeam::size()) {
      const float along = __fmul_rn(z(to_float(x[i])), slope);
      set(dx[i], __fmul_rn(z.rstd(), __fsub_rn(__fsub_rn(g_at(i), mean), along)));
    }
  }
}

/// A block a channel.
template <class X>
__global__ void group_norm_backward_channels(const GroupNormBackwardProblem p) {
  const std::int64_t n = p.batch * p.spatial;
  for (std::int64_t channel = blockIdx.x; channel < p.channels; channel += gridDim.x) {
    const std::int64_t group = channel / (p.channels / p.groups);
    float dgamma = 0, dbeta = 0;
    for (std::int64_t i = BlockTeam::index(); i < n; i += BlockTeam::size()) {
      const std::int64_t batch = i / p.spatial, s = i % p.spatial;
      const float g = to_float(row_of<const X>(p.dy, batch, s)[channel * p.dy.stride]);
      const float x = to_float(row_of<const X>(p.x, batch, s)[channel * p.x.stride]);
      dgamma = __fadd_rn(dgamma, __fmul_rn(g, Normalised(p, batch, group)(x)));
      dbeta = __fadd_rn(dbeta, g);
    }
    dgamma = sum_of<BlockTeam>(dgamma);
    dbeta = sum_of<BlockTeam>(dbeta);
    if (BlockTeam::index() > 0) continue;
    if (p.dgamma.data != nullptr) set_element(p.dgamma, 0, channel, dgamma);
    if (p.dbeta.data != nullptr) set_element(p.dbeta, 0, channel, dbeta);
  }
}

template <class X>
simt::Error launch(const GroupNormBackwardProblem& p, std::int64_t length, simt::Stream stream) {
  simt::Error error = 0;
  if (p.batch > 0)
    error = simt::launch("group_norm_backward_groups", group_norm_backward_groups<X>,
                         dim3(blocks_for(p.batch * p.groups)), dim3(threads_for(length)), 0, stream, p);
  if (error != 0 || (p.dgamma.data == nullptr && p.dbeta.data == nullptr)) return error;
  return simt::launch("group_norm_backward_channels", group_norm_backward_channels<X>,
                      dim3(blocks_for(p.channels)), dim3(threads_for(p.batch * p.spatial)), 0, stream, p);
}

}  // namespace

int launch_group_norm_backward(const GroupNormBackwardProblem& p, void* stream) {
  const std::int64_t length = p.channels / p.groups * p.spatial;
  if (length > norm_limit || p.x.format != p.dy.format || p.dx.format != p.dy.format) return unsupported_rows;
  if (p.channels == 0) return 0;
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.dy.format) {
    case ElementFormat::fp32:
      return launch<float>(p, length, on);
    case ElementFormat::fp16:
      return launch<__half>(p, length, on);
    case ElementFormat::bf16:
      return launch<__nv_bfloat16>(p, length, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
