#pragma once
// An operand in the form that every method starts from: integers and exponents, in lines along k.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/oracles/gemm/elements.h"
#include "reference/oracles/gemm/storage.h"

namespace ulpgate::products {

/// Every value of a line is a multiple of 2^low and below 2^top in magnitude. A line of zeros has 0 and 0.
struct LineRange {
  int low = 0;
  int top = 0;
  int width() const { return top - low; }
};

/// An element that is NaN or an infinity.
struct SpecialElement {
  std::int64_t line;
  std::int64_t k;
  FactorClass factor_class;
};

/// Element (line, k), at line * stride + k, is significand * 2^exponent; the significand is odd, or 0 with
/// the line's low as exponent for zeros and specials.
struct Lines {
  std::int64_t count = 0;
  std::int64_t length = 0;
  std::int64_t stride = 0;
  Storage<std::int64_t> significands;
  Storage<std::int16_t> exponents;
  std::vector<LineRange> ranges;
  std::vector<SpecialElement> specials;  ///< by line, then by k
  int significand_bits = 0;              ///< of the widest significand
  int width = 0;                         ///< of the widest line
  bool too_wide = false;                 ///< some significand has more than 62 bits: none may be used

  const std::int64_t* significands_of(std::int64_t line) const { return significands.get() + line * stride; }
  const std::int16_t* exponents_of(std::int64_t line) const { return exponents.get() + line * stride; }
  /// Element (line, k) in units of the line's 2^low; the line's width must be at most 62.
  std::int64_t integer(std::int64_t line, std::int64_t k) const {
    const std::int64_t at = line * stride + k;
    return significands[at] << (exponents[at] - ranges[static_cast<std::size_t>(line)].low);
  }
};

/// Reads `count` lines of `length` elements of batch index b.
Lines read_lines(const Operand& operand, std::int64_t b, std::int64_t count, std::int64_t length,
                 unsigned threads);

}  // namespace ulpgate::products
