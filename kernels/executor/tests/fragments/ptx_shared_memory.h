#pragma once
// ldmatrix and wgmma: which bytes of shared memory become which element, and where it goes. From the PTX ISA
// 9.0 alone, as ptx_fragments.h.
#include <cstddef>
#include <cstdint>

#include "kernels/executor/tests/fragments/ptx_fragments.h"

namespace ptx_isa {

// "Warp-level matrix load instruction: ldmatrix", .m8n8, .b16.

/// Whose address is the start of a row: addr0-addr7 are the rows of the first matrix, and so on.
inline int ldmatrix_address_thread(int matrix, int row) { return matrix * 8 + row; }
/// Figure "ldmatrix fragment layout for one 8x8 Matrix with 16-bit elements": a group of four threads loads a
/// row, two elements each; i: 0 low, 1 high. The second matrix is in the next register.
inline Element ldmatrix_element(int laneid, int i) { return {laneid / 4, laneid % 4 * 2 + i}; }
/// .trans: the matrix is loaded in column-major format: what is stored as a row is a column.
inline Element ldmatrix_trans_element(int laneid, int i) { return {laneid % 4 * 2 + i, laneid / 4}; }

// "Asynchronous Warpgroup Level Matrix Instructions".

/// "Register Fragments", accumulator D of m64nNk8, m64nNk16 and m64nNk32: N/2 elements, of fp16 two in a
/// register. Which they are, the section says in figures alone, not in words. This is what NVIDIA's CUTLASS
/// states for all three (include/cute/atom/mma_traits_sm90_gmma.hpp, CLayout_64xN): of threads, shape
/// (4, 8, 4) with strides (128, 1, 16), of elements (2, 2, N/8) with (64, 8, 512), in a column-major matrix
/// of 64 rows; so 128 is two columns, 64 one, 512 eight. Of 128 threads.
inline Element wgmma_d(int thread_in_warpgroup, int i) {
  const int warp = thread_in_warpgroup / 32;
  const int laneid = thread_in_warpgroup % 32;
  return {warp * 16 + laneid / 4 + (i % 4 < 2 ? 0 : 8), i / 4 * 8 + laneid % 4 * 2 + i % 2};
}

struct Strides {
  std::uint32_t leading_bytes;  ///< LBO
  std::uint32_t stride_bytes;   ///< SBO
};
/// "Canonical Layouts", K-major without swizzling: ((8,m),(T,2k)):((1T,SBO),(1,LBO)), here in bytes. `row` is
/// that of A, or the column of B. T elements are 128 bits.
inline std::size_t wgmma_k_major_byte(int row, int k, int element_bytes, const Strides& strides) {
  const int t = 128 / (element_bytes * 8);
  return static_cast<std::size_t>(row % 8 * t * element_bytes) +
         static_cast<std::size_t>(row / 8) * strides.stride_bytes +
         static_cast<std::size_t>(k % t * element_bytes) +
         static_cast<std::size_t>(k / t) * strides.leading_bytes;
}

/// "Matrix Descriptor Format".
inline std::uint64_t matrix_descriptor_encode(std::uint64_t x) { return (x & 0x3FFFF) >> 4; }
inline std::uint64_t wgmma_no_swizzle_descriptor(std::uint64_t start, const Strides& strides) {
  return matrix_descriptor_encode(start) | matrix_descriptor_encode(strides.leading_bytes) << 16 |
         matrix_descriptor_encode(strides.stride_bytes) << 32;
}

}  // namespace ptx_isa
