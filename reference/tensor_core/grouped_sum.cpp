#include "reference/tensor_core/grouped_sum.h"

#include <algorithm>

#include "reference/tensor_core/align.h"

namespace ulpgate {
namespace {

constexpr int max_terms = 65;

struct Term {
  std::int64_t significand = 0;
  int fraction_bits = 0;
  int exponent = 0;
};

std::int64_t aligned(const Term& t, int largest, const Arithmetic& r) {
  const int up = std::max(r.fraction_bits - t.fraction_bits, 0);
  const int down = largest - t.exponent + std::max(t.fraction_bits - r.fraction_bits, 0);
  switch (r.alignment) {
    case Alignment::toward_zero:
      return align<Alignment::toward_zero>(t.significand, up, down);
    case Alignment::down:
      return align<Alignment::down>(t.significand, up, down);
    case Alignment::nearest_even:
      break;
  }
  return align<Alignment::nearest_even>(t.significand, up, down);
}

}  // namespace

GroupedSum::GroupedSum(const ProfileEntry& entry, const Format& a, const Format& b)
    : a_(a, SubnormalRule::unnormalised),
      b_(b, SubnormalRule::unnormalised),
      scale_(*entry.arithmetic.scale_format, SubnormalRule::unnormalised),
      accumulator_(*entry.accumulator, entry.arithmetic.accumulator_subnormals),
      rounder_(*entry.output, entry.arithmetic),
      arithmetic_(entry.arithmetic) {}

std::uint64_t GroupedSum::dot(const std::uint64_t* a, const std::uint64_t* b, int k,
                              const std::uint64_t* a_scales, const std::uint64_t* b_scales,
                              std::uint64_t accumulator) const {
  for (int done = 0; done < k; done += arithmetic_.products) {
    accumulator = step(a + done, b + done, std::min(arithmetic_.products, k - done), done, a_scales, b_scales,
                       accumulator);
  }
  return accumulator;
}

std::uint64_t GroupedSum::step(const std::uint64_t* a, const std::uint64_t* b, int count, int first,
                               const std::uint64_t* a_scales, const std::uint64_t* b_scales,
                               std::uint64_t accumulator) const {
  const Arithmetic& r = arithmetic_;
  const Operand c = accumulator_.decode(accumulator);
  Term terms[max_terms];
  int used = 1;
  terms[0] = {c.significand, accumulator_.fraction_bits(),
              c.significand == 0 ? r.exponent_floor : c.exponent};
  int largest = terms[0].exponent;
  for (int start = 0; start < count; start += r.group) {
    const Operand alpha = scale_.decode(a_scales[(first + start) / r.scale_block]);
    const Operand beta = scale_.decode(b_scales[(first + start) / r.scale_block]);
    if (alpha.is_special() || beta.is_special()) return rounder_.nan();
    std::int64_t sum = 0;  // in units of 2^-2 for e2m1: every exponent of the format is at least 0
    bool any = false;
    for (int k = start; k < std::min(start + r.group, count); ++k) {
      const Operand x = a_.decode(a[k]), y = b_.decode(b[k]);
      const std::int64_t product = std::int64_t{x.significand} * y.significand;
      if (product == 0) continue;
      any = true;
      sum += product << (x.exponent + y.exponent);
    }
    Term& t = terms[used++];
    const std::int64_t scale = std::int64_t{alpha.significand} * beta.significand;
    t.fraction_bits = a_.fraction_bits() + b_.fraction_bits() + 2 * scale_.fraction_bits();
    t.significand = sum * scale;
    t.exponent = any && scale != 0 ? alpha.exponent + beta.exponent : r.exponent_floor;
    largest = std::max(largest, t.exponent);
  }
  if (c.is_nan()) return rounder_.nan();
  if (c.is_special()) return rounder_.infinity(c.significand < 0);
  std::int64_t sum = 0;
  for (int i = 0; i < used; ++i) sum += aligned(terms[i], largest, r);
  const bool negative = sum < 0;
  return rounder_.round(negative, static_cast<std::uint64_t>(negative ? -sum : sum),
                        largest - r.fraction_bits);
}

}  // namespace ulpgate
