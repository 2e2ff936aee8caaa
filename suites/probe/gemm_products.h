#pragma once
// Codes of wanted values, and pairs of codes with wanted products.
#include <cstdint>
#include <optional>

#include "reference/formats/format.h"

namespace ulpgate::probe {

/// The code of (-1)^negative * significand * 2^exponent; nullopt where the format does not hold it.
std::optional<std::uint64_t> exact_code(const Format& format, bool negative, std::uint64_t significand,
                                        int exponent);

/// Exponents of the powers of two that a format holds. For integers, of those up to its largest value.
struct Powers {
  int quantum;  ///< of the smallest positive number
  int normal;   ///< of the smallest normal number
  int largest;  ///< of the largest one
};
Powers powers_of(const Format& format);

/// One element of A and one of B that meet.
struct Factors {
  std::uint64_t a = 0, b = 0;
};

/// (-1)^negative * significand * 2^exponent as a product of a's element, which holds the significand, and a
/// power of two; the exponent is shared evenly, and subnormal operands are used only where allowed and
/// needed.
std::optional<Factors> product_of(const Format& a, const Format& b, bool negative, std::uint64_t significand,
                                  int exponent, bool subnormals);

}  // namespace ulpgate::probe
