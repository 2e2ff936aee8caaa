#pragma once
// The loops over a row that cost most, compiled once for each instruction set; row_kernels() chooses at run
// time. All give the same bits on every machine: sums and products of doubles are taken apart without error.
#include <cstdint>
#include <vector>

namespace ulpgate {

/// Bits of doubles as integers: of |x|, and in the order of x.
struct RowRange {
  std::int64_t largest = 0;              ///< of |x|
  std::int64_t smallest = 0;             ///< of |x| above 0; the largest integer where all are 0
  std::int64_t lowest = 0, highest = 0;  ///< keys: key_of
  std::uint64_t significands = 0;        ///< all of them, or-ed together, the leading bit of normal ones too
};

/// Increases with x; its own inverse.
inline std::int64_t key_of(std::int64_t bits) { return bits ^ ((bits >> 63) & 0x7FFFFFFFFFFFFFFF); }

/// Parts of enclosures, one for each element.
struct RowParts {
  double* high;
  double* low;
  double* radius;
};

/// y = (n x + offset) * root * (gamma + gamma_offset) + beta, each of the scalars an enclosure in three
/// parts.
struct NormTransform {
  double n = 0;
  double offset[3] = {};
  double root[3] = {};
  double gamma_offset = 0;
  const double* gamma = nullptr;  ///< or none
  const double* beta = nullptr;   ///< or none
};

/// Sums over at most row_block integers k below 2^row_sum_bits, k = 2^26 a + b with |b| <= 2^25: of k, |k|,
/// a^2, a b and b^2, and the |k| or-ed together.
struct BlockSums {
  std::int64_t sum = 0, magnitudes = 0, upper = 0, mixed = 0, lower = 0;
  std::uint64_t all = 0;
};
inline constexpr std::int64_t row_block = 2048;
inline constexpr int row_sum_bits = 51;

struct RowKernels {
  RowRange (*survey)(const double* x, std::int64_t count);
  /// The same, but for lowest and highest.
  RowRange (*magnitudes)(const double* x, std::int64_t count);
  /// Of x * unit, which are such integers.
  BlockSums (*sums)(const double* x, std::int64_t count, double unit);
  /// As by plus, times and product of enclosure.h. Every intermediate result must be 0 or between 2^-900 and
  /// 2^900 in magnitude.
  void (*transform)(const double* x, std::int64_t count, const NormTransform& t, const RowParts& out);
};

/// The best that this machine can run.
const RowKernels& row_kernels();
/// All that it can run: for tests.
std::vector<RowKernels> available_row_kernels();

namespace row_loops {
namespace baseline {
RowKernels kernels();
}
namespace x86_v3 {
RowKernels kernels();
}
namespace x86_v4 {
RowKernels kernels();
}
}  // namespace row_loops

}  // namespace ulpgate
