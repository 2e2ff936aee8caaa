#pragma once
// Which elements of its matrices a lane holds in the registers of mma.sync, by the PTX ISA's figures. All
// shapes are made of the same blocks: 8 rows (of A), columns (of B) or rows (of C) by the group `lane / 4`,
// and along k (A, B) or n (C) by `lane % 4`.
#include <ulpgate/simt.h>

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Of simt::Fragment<...> F. `r` is the register, `e` the element in it.
template <class F>
struct FragmentLayout {
  static constexpr int row_blocks = F::m / 8;

  __device__ static constexpr int a_row(int lane, int r) { return lane / 4 + 8 * (r % row_blocks); }
  __device__ static constexpr int a_column(int lane, int r, int e) {
    return (lane % 4 + 4 * (r / row_blocks)) * F::operand_elements + e;
  }
  __device__ static constexpr int b_row(int lane, int r, int e) {
    return (lane % 4 + 4 * r) * F::operand_elements + e;
  }
  __device__ static constexpr int b_column(int lane) { return lane / 4; }
  __device__ static constexpr int c_row(int lane, int r) {
    return lane / 4 + 8 * (r * F::register_elements / 2);
  }
  __device__ static constexpr int c_column(int lane, int r, int e) {
    return lane % 4 * 2 + (r * F::register_elements + e) % 2;
  }
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
