#pragma once
// Which powers of two a probe may use as products: what operands can make, what D can show, and what the
// accumulator holds, as far as it is known.
#include <optional>

#include "suites/probe/gemm_products.h"

namespace ulpgate::probe::box {

/// Exponents of a large and a small product.
struct Scale {
  int large = 0, small = 0;
};

struct Reach {
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* d = nullptr;
  bool a_subnormals = true, b_subnormals = true;  ///< whether such operands count as what they are
  bool d_subnormals = true;
  /// Exponents that sums may have, subnormal ones included.
  int accumulator_smallest = -100, accumulator_largest = 100;

  /// A small product that D can show, and a large one, 2^ratio times as large, as near to 1 as can be. Where
  /// `within_output`, D could hold the large one too.
  std::optional<Scale> scale(int ratio, bool within_output = false) const;
  /// The largest ratio that scale() has an answer for, up to 100.
  int widest(bool within_output = false) const;
  /// Throws std::logic_error where scale() would not have given such an exponent.
  Factors power(int exponent, bool negative = false) const;
  /// nullopt where the significand does not fit.
  std::optional<Factors> product(std::uint64_t significand, int exponent, bool negative = false) const;

 private:
  bool subnormals() const { return a_subnormals && b_subnormals; }
};

}  // namespace ulpgate::probe::box
