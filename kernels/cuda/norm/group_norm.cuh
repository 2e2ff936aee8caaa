#pragma once
// The kernel of group_norm: a block has a group of one batch.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/norm/group_norm.h"
#include "kernels/cuda/norm/moments.cuh"
#include "kernels/cuda/norm/norm.h"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// The elements of one group as a row: element i is of its channel i / spatial. Where they lie evenly, they
/// are a line.
template <class X>
class GroupRow {
 public:
  __device__ GroupRow(const RowMemory& m, std::int64_t batch, std::int64_t channel, std::int64_t channels,
                      std::int64_t spatial)
      : first_(row_of<X>(m, batch) + channel * m.stride),
        channel_stride_(m.stride),
        stride_(spatial == 1 ? m.stride : m.inner_stride),
        spatial_(static_cast<std::uint32_t>(spatial)),
        is_line_(channels == 1 || channel_stride_ == stride_ * spatial) {}

  __device__ bool is_line() const { return is_line_; }
  __device__ X* first() const { return first_; }
  __device__ std::int64_t stride() const { return stride_; }
  __device__ X& operator[](std::int64_t i) const {
    const auto at = static_cast<std::uint32_t>(i);
    return first_[at / spatial_ * channel_stride_ + at % spatial_ * stride_];
  }

 private:
  X* first_;
  std::int64_t channel_stride_, stride_;
  std::uint32_t spatial_;
  bool is_line_;
};

/// f(i, x[i]) for the block's every element.
template <class X, class F>
__device__ __forceinline__ void for_each_of_group(const GroupRow<const X>& x, std::int64_t n, const F& f) {
  if (x.is_line()) return for_each<BlockTeam>(x.first(), x.stride(), n, f);
  for (std::int64_t i = BlockTeam::index(); i < n; i += BlockTeam::size()) f(i, to_float(x[i]));
}

template <class X>
__device__ __forceinline__ Moments group_moments(bool welford, const GroupRow<const X>& x, std::int64_t n) {
  const auto count = static_cast<float>(n);
  if (welford) {
    Moments m{0, 0, 0};
    for_each_of_group(x, n, [&](std::int64_t, float v) { m = with(m, v); });
    return BlockTeam::over_all(m, [](const Moments& a, const Moments& b) { return merged(a, b); });
  }
  float sum = 0, squares = 0;
  for_each_of_group(x, n, [&](std::int64_t, float v) { sum = __fadd_rn(sum, v); });
  const float mean = __fdiv_rn(sum_of<BlockTeam>(sum), count);
  for_each_of_group(x, n, [&](std::int64_t, float v) {
    const float deviation = __fsub_rn(v, mean);
    squares = __fadd_rn(squares, __fmul_rn(deviation, deviation));
  });
  return {count, mean, sum_of<BlockTeam>(squares)};
}

/// As often as there are groups.
template <class X>
__global__ void group_norm_block(const GroupNormProblem p) {
  const std::int64_t channels = p.channels / p.groups, n = channels * p.spatial;
  for (std::int64_t row = blockIdx.x; row < p.batch * p.groups; row += gridDim.x) {
    const std::int64_t batch = row / p.groups, group = row % p.groups, channel = group * channels;
    const GroupRow<const X> x(p.x, batch, channel, channels, p.spatial);
    const GroupRow<X> y(p.y, batch, channel, channels, p.spatial);
    const Moments m = group_moments(p.welford, x, n);
    const float variance = __fdiv_rn(m.squares, static_cast<float>(n));
    const float rstd = rsqrtf(__fadd_rn(variance, p.eps));
    const auto affine = [&](std::int64_t i, float v) {
      const std::int64_t c = channel + static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(p.spatial);
      float z = __fmul_rn(__fsub_rn(v, m.mean), rstd);
      if (p.gamma.data != nullptr) z = __fmul_rn(z, element_at(p.gamma, 0, c));
      return p.beta.data != nullptr ? __fadd_rn(z, element_at(p.beta, 0, c)) : z;
    };
    if (x.is_line() && y.is_line()) {
      transform<BlockTeam>(x.first(), x.stride(), y.first(), y.stride(), n, affine);
    } else {
      for (std::int64_t i = BlockTeam::index(); i < n; i += BlockTeam::size())
        set(y[i], affine(i, to_float(x[i])));
    }
    if (BlockTeam::index() == 0) {
      if (p.mean.data != nullptr)
        store_element(p.mean.format, p.mean.data, batch * p.mean.outer_stride + group * p.mean.inner_stride,
                      m.mean);
      if (p.rstd.data != nullptr)
        store_element(p.rstd.format, p.rstd.data, batch * p.rstd.outer_stride + group * p.rstd.inner_stride,
                      rstd);
    }
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
