#pragma once
// The values of a case's families, one element at a time: a function of seed, instruction and place.
#include "suites/framework/random.h"
#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

/// Largest exponent of a finite number.
int largest_exponent(const Format& format);

/// The number (-1)^negative * 1.fraction * 2^exponent: `fraction` is left-aligned in 64 bits, what does not
/// fit is cut. Below the smallest normal exponent it becomes subnormal, above the largest one it keeps that
/// exponent.
std::uint64_t number_code(const Format& format, bool negative, int exponent, std::uint64_t fraction);

/// A whole number times 2^shift, cut to the bits of the format.
std::uint64_t whole_code(const Format& format, std::int64_t whole, int shift);

class Values {
 public:
  Values(const MmaOffer& offer, const MmaCase& c, int instruction);

  std::uint64_t code(Matrix matrix, int row, int column) const;

 private:
  struct Exponents {
    int a = 0;  ///< of the largest element of A
    int b = 0;
    int sum = 0;  ///< of the largest product
    int low_a = 0, low_b = 0;
  };
  void set_exponents();
  void set_integers();
  void set_lift();
  void split_product(int exponent);
  std::uint64_t integer_format(Matrix matrix, std::uint64_t word) const;
  std::uint64_t operand(Matrix matrix, int row, int column) const;
  std::uint64_t accumulator(int row, int column) const;
  std::uint64_t scale(Matrix matrix, int row, int column) const;
  std::uint64_t whole(Matrix matrix, std::uint64_t word) const;
  std::uint64_t lifted(Matrix matrix, int row, int column, std::uint64_t word) const;
  std::uint64_t any(const Format& f, std::uint64_t word, bool finite) const;
  std::uint64_t word(Matrix matrix, int row, int column) const;
  int offset(int k) const;

  const MmaOffer& o_;
  Family family_;
  std::uint64_t seed_;
  CounterRandom random_;
  CounterRandom shared_;  ///< what A and B have in common at one k
  Exponents e_;
  int kept_ = 0;   ///< fraction bits that alignment keeps
  int width_ = 0;  ///< of exponents, family wide
  std::int64_t whole_a_ = 1, whole_b_ = 1, whole_c_ = 1;
  int shift_a_ = 0, shift_b_ = 0;
  int lifted_ = 0;  ///< family lifted: 0 operands of A, 1 of B, 2 accumulators
  int lift_ = 0;    ///< exponent of the power of two
};

}  // namespace ulpgate::mma
