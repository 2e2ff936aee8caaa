#pragma once
// Single elements of a product problem: where they lie, and what they are with their scale.
#include <cstddef>
#include <cstdint>

#include "reference/oracles/gemm.h"
#include "reference/oracles/gemm/factor.h"

namespace ulpgate::products {

/// The code of element (b, i, j).
std::uint64_t load_code(const MatrixView& view, std::int64_t b, std::int64_t i, std::int64_t j);

/// unpack(), and a subnormal number becomes a zero where `flush` says so.
Unpacked unpack_element(const Format& format, std::uint64_t code, bool flush);

/// A number that is significand * 2^exponent with an odd significand; a zero or special one has significand
/// 0.
struct Factor {
  FactorClass factor_class = FactorClass::zero;
  std::int64_t significand = 0;
  int exponent = 0;
  bool too_wide = false;  ///< beyond 62 bits: significand and exponent mean nothing
};

/// One operand, seen as lines along k: the rows of A, the columns of B.
struct Operand {
  const MatrixView* view = nullptr;
  const ScaleView* scale = nullptr;  ///< nullptr without one
  bool lines_are_rows = true;
  bool flush_subnormals = false;
  bool zero_annihilates = false;

  std::uint64_t code(std::int64_t b, std::int64_t line, std::int64_t k) const {
    return lines_are_rows ? load_code(*view, b, line, k) : load_code(*view, b, k, line);
  }
  std::uint64_t scale_code(std::int64_t b, std::int64_t line, std::int64_t k) const {
    const std::int64_t row = lines_are_rows ? line : k;
    const std::int64_t column = lines_are_rows ? k : line;
    return load_code(scale->scales, b, row / scale->block_rows, column / scale->block_columns);
  }
  std::int64_t line_stride() const { return lines_are_rows ? view->row_stride : view->column_stride; }
  std::int64_t k_stride() const { return lines_are_rows ? view->column_stride : view->row_stride; }
};

Operand operand_a(const ProductProblem& problem);
Operand operand_b(const ProductProblem& problem);

/// The factor that an unscaled value is.
Factor to_factor(const Unpacked& value);
/// The product of an element and its scale as one factor.
Factor scaled(const Factor& element, const Factor& scale, bool zero_annihilates);

}  // namespace ulpgate::products
