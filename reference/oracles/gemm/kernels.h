#pragma once
// The inner loops of all methods, compiled once for each instruction set; product_kernels() chooses at run
// time. All give the same bits on every machine: integers are exact, and floating-point operands are such
// that each product is exact, with or without a fused multiply-add.
//
// A panel holds some lines of an operand side by side: element (k, line) at [k * lines + line].
#include <cstdint>

namespace ulpgate::products {

__extension__ using Bin128 = __int128;

/// A significand in 32 bits, and where its bins are: an offset in bytes from the first one.
struct Term32 {
  std::int32_t significand;
  std::int32_t offset;
};
struct Term64 {
  std::int64_t significand;
  std::int64_t offset;
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
  /// sums[j] = the product of line a with line b[j], j < 4.
  void (*dot_integers)(const std::int32_t* a, const std::int32_t* const* b, std::int64_t length,
                       std::int64_t* sums);
  /// Adds each product of the panels' lines to the bin that its offset names: bins[bin * sums + row * columns
  /// + column].
  void (*add_binned_32)(const Term32* a, const Term32* b, std::int64_t length, std::int64_t* bins);
  void (*add_binned_64)(const Term64* a, const Term64* b, std::int64_t length, Bin128* bins);
  /// Moves what the first `count` bins hold above their lowest 32 (64) bits to the bins `distance` higher.
  void (*carry_32)(std::int64_t* bins, std::int64_t count, std::int64_t distance);
  void (*carry_64)(Bin128* bins, std::int64_t count, std::int64_t distance);
};

const ProductKernels& product_kernels();

}  // namespace ulpgate::products
