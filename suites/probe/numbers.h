#pragma once
// Dots made of wanted terms: products given by exponent, sign and fractions rather than by codes.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "suites/probe/instruction.h"

namespace ulpgate::probe {

/// A fraction in [0, 1), in units of 2^-64.
using Fraction = std::uint64_t;
inline constexpr Fraction no_fraction = 0;
inline constexpr Fraction one_half = std::uint64_t{1} << 63;
inline constexpr Fraction all_fraction = ~std::uint64_t{0};

/// Exponents of the leading bits that a format's values can have.
struct Exponents {
  int smallest;         ///< of its smallest subnormal number
  int smallest_normal;  ///< below it values are subnormal
  int largest;
};
/// Floating and exponent-only formats.
Exponents exponents_of(const Format& format);
/// Of products of two normal numbers (`smallest_normal`), of any two; with scales where there are any.
Exponents product_exponents(const Signature& signature);

/// +-(1 + fraction) * 2^exponent, the fraction cut to what the format has, also below its smallest normal
/// number. nullopt where the exponent is beyond the format or the result is not finite.
std::optional<std::uint64_t> code_of(const Format& format, int exponent, Fraction fraction = no_fraction,
                                     bool negative = false);

/// A product of (1 + a) * 2^x and (1 + b) * 2^y with x + y = exponent.
struct Product {
  enum class Operands {
    normal,
    any,          ///< normal where the exponent allows, else as little subnormal as can be
    a_subnormal,  ///< a is `depth` binades below its smallest normal number
    b_subnormal,
  };
  int exponent = 0;
  bool negative = false;
  Fraction a = no_fraction;
  Fraction b = no_fraction;
  Operands operands = Operands::normal;
  int depth = 1;
};

class DotBuilder {
 public:
  explicit DotBuilder(const Signature& signature);
  DotBuilder& product(int at, const Product& product);
  /// Codes as they are.
  DotBuilder& codes(int at, std::uint64_t a, std::uint64_t b);
  DotBuilder& accumulator(std::optional<std::uint64_t> code);
  /// nullopt where the formats cannot hold what was asked for. Scales are 1, except where a block's products
  /// need others.
  std::optional<Dot> build() const;

 private:
  struct Placed {
    int at;
    Product product;
  };
  /// The least and the largest exponent of a block's two scales together that its products allow.
  std::pair<int, int> scales_for(int block, bool normal) const;

  const Signature& signature_;
  std::vector<Placed> products_;
  Dot dot_;
  bool possible_ = true;
};

}  // namespace ulpgate::probe
