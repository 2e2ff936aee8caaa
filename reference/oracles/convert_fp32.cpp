#include "reference/oracles/convert_fp32.h"

#include "reference/exact/instruction_set.h"

namespace ulpgate::detail {

#define ULPGATE_DECLARE(isa)                                                             \
  namespace isa {                                                                        \
  Fp32Sums judge(const Fp32Target& target, MagnitudeRounding rounding, int storage_bits, \
                 const std::uint32_t* in, const void* out, std::size_t count);           \
  }
ULPGATE_DECLARE(baseline)
#ifdef ULPGATE_X86_LEVELS
ULPGATE_DECLARE(x86_v3)
ULPGATE_DECLARE(x86_v4)
#endif
#undef ULPGATE_DECLARE

namespace {

using Judge = decltype(&baseline::judge);

Judge choose_judge() {
#ifdef ULPGATE_X86_LEVELS
  if (has_x86_v4()) return x86_v4::judge;
  if (has_x86_v3()) return x86_v3::judge;
#endif
  return baseline::judge;
}

/// The element that encode() gives for an input of that class.
std::uint32_t answer(const Format& to, const Rule& rule, NumberClass number_class, bool negative) {
  Unpacked v{.number_class = number_class, .negative = negative};
  if (number_class == NumberClass::finite) {
    v.significand = 1;
    v.exponent = 1000;  // beyond every target of this path
  }
  return static_cast<std::uint32_t>(encode(to, v, rule).code);
}

}  // namespace

Fp32Target make_fp32_target(const Format& to, const Rule& rule) {
  Fp32Target t{};
  t.significand_bits = static_cast<std::uint32_t>(to.significand_bits);
  t.min_exponent_field = static_cast<std::uint32_t>(127 + to.min_exponent());
  t.padding_bits = static_cast<std::uint32_t>(to.padding_bits);
  t.max_finite = static_cast<std::uint32_t>(max_finite_magnitude(to) >> to.padding_bits);
  t.smallest_normal = std::uint32_t{1} << to.significand_bits;
  t.flush_below = rule.subnormals == Subnormals::flushed ? t.smallest_normal : 0;
  t.sign_shift = static_cast<std::uint32_t>(to.padding_bits + to.width() - 1);
  t.sign_of_zero = to.has_negative_zero ? ~std::uint32_t{0} : 0;
  for (int negative = 0; negative < 2; ++negative) {
    t.overflow[negative] = answer(to, rule, NumberClass::finite, negative != 0);
    t.infinity[negative] = answer(to, rule, NumberClass::infinity, negative != 0);
    t.nan[negative] = answer(to, rule, NumberClass::nan, negative != 0);
  }
  if (rule.nan == NanRule::payload) {
    t.payload_shift = static_cast<std::uint32_t>(23 - to.significand_bits - to.padding_bits);
    t.payload_mask = static_cast<std::uint32_t>(Format::ones(to.significand_bits))
                     << (23 - to.significand_bits);
  }
  t.keep_mask = ~static_cast<std::uint32_t>(Format::ones(to.padding_bits));
  t.any_nan = rule.nan == NanRule::any ? ~std::uint32_t{0} : 0;
  t.overflow_any_nan = rule.overflow == Overflow::nan ? ~std::uint32_t{0} : 0;
  t.infinity_any_nan = rule.infinity == InfinityRule::nan ? ~std::uint32_t{0} : 0;
  const auto magnitude_mask = static_cast<std::uint32_t>(to.magnitude_mask());
  switch (to.nans) {
    case NanCodes::ieee:
      t.nan_and = magnitude_mask | ~static_cast<std::uint32_t>(to.code_mask());
      t.nan_low = static_cast<std::uint32_t>(infinity_magnitude(to) + to.code_step());
      t.nan_span = magnitude_mask - t.nan_low;
      break;
    case NanCodes::all_ones:
      t.nan_and = ~static_cast<std::uint32_t>(to.sign_mask());
      t.nan_low = magnitude_mask;
      break;
    case NanCodes::negative_zero:
      t.nan_and = ~std::uint32_t{0};
      t.nan_low = static_cast<std::uint32_t>(to.sign_mask());
      break;
    case NanCodes::none:
      t.nan_low = 1;
      break;  // (0 - 1) <= 0 never holds
  }
  return t;
}

Fp32Sums judge_fp32(const Fp32Target& target, MagnitudeRounding rounding, int storage_bits,
                    const std::uint32_t* inputs, const void* outputs, std::size_t count) {
  static const Judge judge = choose_judge();
  return judge(target, rounding, storage_bits, inputs, outputs, count);
}

}  // namespace ulpgate::detail
