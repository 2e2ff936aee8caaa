#include "reference/tensor_core/fused_sum.h"

#include <algorithm>
#include <bit>

#include "reference/tensor_core/align.h"
#include "reference/tensor_core/last_addition.h"

namespace ulpgate {
namespace {

constexpr int max_products = 64;

/// Where the leading bit of a term is put by normalisation: all significands then have 2 more bits than the
/// product of two with `fraction_bits` each.
inline void normalise(std::int64_t& significand, std::int32_t& exponent, int fraction_bits) {
  if (significand == 0) return;
  const auto magnitude = static_cast<std::uint64_t>(significand < 0 ? -significand : significand);
  const int above = static_cast<int>(std::bit_width(magnitude)) - 1 - fraction_bits;  // of the leading bit
  significand <<= 1 - above;
  exponent += above;
}

}  // namespace

FusedSum::FusedSum(const ProfileEntry& entry, const Format& a, const Format& b)
    : a_(a, entry.arithmetic.input_subnormals),
      b_(b, entry.arithmetic.input_subnormals),
      first_(*entry.accumulator, entry.arithmetic.accumulator_subnormals),
      next_(*entry.output, entry.arithmetic.accumulator_subnormals),
      rounder_(*entry.output, entry.arithmetic),
      step_(choose(entry.arithmetic)),
      products_(entry.arithmetic.products),
      fraction_bits_(entry.arithmetic.fraction_bits),
      floor_(entry.arithmetic.exponent_floor),
      added_last_(entry.arithmetic.accumulator_use == AccumulatorUse::added_last),
      output_(*entry.output),
      accumulator_(*entry.accumulator) {
  const Arithmetic& r = entry.arithmetic;
  if (r.alignment == Alignment::toward_zero && !r.products_normalised &&
      std::max(fraction_bits_, a_.fraction_bits() + b_.fraction_bits()) <= detail::max_lane_fraction_bits)
    vector_terms_ = detail::choose_fused_terms();
}

FusedSum::Step FusedSum::choose(const Arithmetic& r) {
  const bool n = r.products_normalised;
  switch (r.alignment) {
    case Alignment::toward_zero:
      return n ? &FusedSum::step<Alignment::toward_zero, true>
               : &FusedSum::step<Alignment::toward_zero, false>;
    case Alignment::down:
      return n ? &FusedSum::step<Alignment::down, true> : &FusedSum::step<Alignment::down, false>;
    case Alignment::nearest_even:
      break;
  }
  return n ? &FusedSum::step<Alignment::nearest_even, true> : &FusedSum::step<Alignment::nearest_even, false>;
}

std::uint64_t FusedSum::chain(OperandSpan a, OperandSpan b, int k, std::uint64_t accumulator) const {
  const OperandDecoder* decoder = added_last_ ? &next_ : &first_;
  std::uint64_t result = added_last_ ? 0 : accumulator;
  for (int done = 0; done < k; done += products_) {
    const int count = std::min(products_, k - done);
    if (vector_terms_ != nullptr && detail::fits_lanes(count)) {
      result = vector_step(a.from(done), b.from(done), count, *decoder, result);
    } else {
      result = (this->*step_)(a.from(done), b.from(done), count, *decoder, result);
    }
    decoder = &next_;
  }
  return added_last_ ? last_addition(output_, result, accumulator_, accumulator, rounder_.nan()) : result;
}

template <Alignment alignment>
std::uint64_t FusedSum::finish(const OperandDecoder& decoder, const Operand& c, int largest,
                               std::int64_t sum) const {
  const int bits = decoder.fraction_bits();
  sum += align<alignment>(c.significand, std::max(fraction_bits_ - bits, 0),
                          largest - c.exponent + std::max(bits - fraction_bits_, 0));
  const bool negative = sum < 0;
  return rounder_.round(negative, static_cast<std::uint64_t>(negative ? -sum : sum),
                        largest - fraction_bits_);
}

template <Alignment alignment, bool normalised>
std::uint64_t FusedSum::step(OperandSpan a, OperandSpan b, int count, const OperandDecoder& decoder,
                             std::uint64_t accumulator) const {
  std::int64_t significands[max_products];
  std::int32_t exponents[max_products];
  const Operand c = decoder.decode(accumulator);
  const int product_bits = a_.fraction_bits() + b_.fraction_bits();
  std::int32_t largest = std::max(floor_, c.exponent);
  for (int k = 0; k < count; ++k) {
    significands[k] = std::int64_t{a[k].significand} * b[k].significand;
    exponents[k] = a[k].exponent + b[k].exponent;
    if constexpr (normalised) {
      if (exponents[k] < Operand::special_limit) normalise(significands[k], exponents[k], product_bits);
    }
    largest = std::max(largest, exponents[k]);
  }
  if (largest > Operand::special_limit) return special(a, b, count, c);

  // Never a left shift of more than F + 2 bits; bits beyond F go with the alignment.
  const int term_bits = product_bits + (normalised ? 1 : 0);
  const int up = std::max(fraction_bits_ - term_bits, 0);
  const int down = largest + std::max(term_bits - fraction_bits_, 0);
  std::int64_t sum = 0;
  for (int k = 0; k < count; ++k) sum += align<alignment>(significands[k], up, down - exponents[k]);
  return finish<alignment>(decoder, c, largest, sum);
}

std::uint64_t FusedSum::vector_step(OperandSpan a, OperandSpan b, int count, const OperandDecoder& decoder,
                                    std::uint64_t accumulator) const {
  const Operand c = decoder.decode(accumulator);
  const int product_bits = a_.fraction_bits() + b_.fraction_bits();
  const auto [largest, sum] =
      vector_terms_(a, b, count, std::max(floor_, c.exponent), std::max(fraction_bits_ - product_bits, 0),
                    std::max(product_bits - fraction_bits_, 0));
  if (largest > Operand::special_limit) return special(a, b, count, c);
  return finish<Alignment::toward_zero>(decoder, c, largest, sum);
}

std::uint64_t FusedSum::special(OperandSpan a, OperandSpan b, int count, const Operand& c) const {
  bool positive = c.is_special() && c.significand > 0;
  bool negative = c.is_special() && c.significand < 0;
  bool nan = c.is_nan();
  for (int k = 0; k < count; ++k) {
    const Operand x = a[k], y = b[k];
    if (!x.is_special() && !y.is_special()) continue;
    const std::int64_t sign = std::int64_t{x.significand} * y.significand;
    nan = nan || x.is_nan() || y.is_nan() || sign == 0;
    (sign > 0 ? positive : negative) = true;
  }
  if (nan || (positive && negative)) return rounder_.nan();
  return rounder_.infinity(negative);
}

}  // namespace ulpgate
