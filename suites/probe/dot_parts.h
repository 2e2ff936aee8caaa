#pragma once
// What several families of dots are made of.
#include <algorithm>

#include "suites/probe/dots.h"
#include "suites/probe/draw.h"
#include "suites/probe/numbers.h"

namespace ulpgate::probe {

/// Adds the dot, where the formats can hold it.
inline void add(Dots& dots, const DotBuilder& builder) {
  if (auto dot = builder.build()) dots.push_back(std::move(*dot));
}

/// Fractions of a product's two operands.
struct Shape {
  Fraction a, b;
};
inline constexpr Fraction quarter = std::uint64_t{1} << 62;
/// Powers of two, products of at least 2, products with every bit.
inline constexpr Shape shapes[] = {{no_fraction, no_fraction},  {one_half, no_fraction},
                                   {one_half, one_half},        {all_fraction, all_fraction},
                                   {all_fraction, no_fraction}, {quarter, one_half}};

/// A product that may have subnormal operands.
inline Product any(int exponent, bool negative = false, Fraction a = no_fraction, Fraction b = no_fraction) {
  return {exponent, negative, a, b, Product::Operands::any, 1};
}

/// The places of the last step in any order of k: what happens there is not rounded again.
inline int last(const Signature& s) { return s.k - 1; }
inline int before_last(const Signature& s) { return s.k - 2; }

/// Results of fp16 overflow early: the largest exponent of a single large term.
inline int largest_term(const Signature& s, int in_fp16, int else_) {
  return s.output->exponent_bits <= 5 ? in_fp16 : else_;
}

/// Large exponents of products: at or above 2^0, low ones first, so that small terms are in reach of the
/// others.
std::vector<int> large_exponents(const Signature& signature);

/// What random codes look like.
enum class Kind { bits, finite, small, near_one };
std::uint64_t random_code(const Format& format, Kind kind, Draw& draw);
/// Scales of a dot, where there are any.
void random_scales(const Signature& signature, Kind kind, Draw& draw, Dot& dot);

}  // namespace ulpgate::probe
