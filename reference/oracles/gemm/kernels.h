#pragma once
// The inner loops of all methods, compiled once for each instruction set; product_kernels() chooses at run
// time. All give the same bits on every machine: integers are exact, and floating-point operands are such
// that each product is exact, with or without a fused multiply-add.
//
// A panel holds some lines of an operand side by side: element (k, line) at [k * lines + line].
#include <cstdint>
#include <vector>

namespace ulpgate::products {

__extension__ using Bin128 = __int128;

/// A significand in 32 bits, and where its bins are: an offset in bytes from the first one.
struct Term32 {
  std::int32_t significand;
  std::uint32_t offset;
};
struct Term64 {
  std::int64_t significand;
  std::uint64_t offset;
};

/// Lines in the panels of the binned kernels, and their sums side by side in each bin.
inline constexpr int binned_rows_32 = 2, binned_columns_32 = 4;
inline constexpr int binned_rows_64 = 2, binned_columns_64 = 2;
inline constexpr int binned_sums_32 = binned_rows_32 * binned_columns_32;
inline constexpr int binned_sums_64 = binned_rows_64 * binned_columns_64;

struct ProductKernels {
  int rows;            ///< lines in a panel of A
  int double_columns;  ///< lines in a panel of B
  int float_columns;

  /// c (rows x columns, rows `stride` apart) = the product of two panels over `length` k; added to what is
  /// there if `add`.
  void (*multiply_doubles)(const double* a, const double* b, std::int64_t length, double* c,
                           std::int64_t stride, bool add);
  void (*multiply_floats)(const float* a, const float* b, std::int64_t length, float* c, std::int64_t stride,
                          bool add);
  /// integers[k] = significands[k] * 2^(exponents[k] - unit), no exponent below `unit`.
  void (*to_integers)(const std::int64_t* significands, const std::int16_t* exponents, int unit,
                      std::int64_t length, std::int64_t* integers);
  /// parts[k] = the integer's low `bits` bits, balanced (slicing.h); what is left stays, divided by 2^bits.
  void (*split_integers)(std::int64_t* integers, std::int64_t length, int bits, double* parts);
  void (*to_doubles)(const std::int64_t* integers, std::int64_t length, double* doubles);
  /// upper[k] = |significands[k]| * 2^(exponents[k] - unit), rounded up to 26 bits; it may be larger by one
  /// of these bits' units. Significands below 2^62, results within double's normal range.
  void (*to_upper_bounds)(const std::int64_t* significands, const std::int16_t* exponents, int unit,
                          std::int64_t length, double* upper);
  /// sums[j] = the product of line a with line b[j], j < 4.
  void (*dot_integers)(const std::int32_t* a, const std::int32_t* const* b, std::int64_t length,
                       std::int64_t* sums);
  /// Adds each product of the panels' lines to the bin that its offset names: bins[bin * sums + row * columns
  /// + column].
  void (*add_binned_32)(const Term32* a, const Term32* b, std::int64_t length, std::int64_t* bins);
  void (*add_binned_64)(const Term64* a, const Term64* b, std::int64_t length, Bin128* bins);
  /// limbs[limb * sums + s] = the sum over t below `group` of the bins' s at limb * group + t, times
  /// 2^(step * t).
  void (*gather_32)(const std::int64_t* bins, std::int64_t count, int group, int step, std::int64_t* limbs);
  void (*gather_64)(const Bin128* bins, std::int64_t count, int group, int step, Bin128* limbs);
  /// Moves what the first `count` bins hold above their lowest 32 (64) bits to the bins `distance` higher.
  void (*carry_32)(std::int64_t* bins, std::int64_t count, std::int64_t distance);
  void (*carry_64)(Bin128* bins, std::int64_t count, std::int64_t distance);
};

/// The best that this machine can run.
const ProductKernels& product_kernels();
/// All that it can run, the best one last: for tests.
std::vector<ProductKernels> available_product_kernels();

}  // namespace ulpgate::products
