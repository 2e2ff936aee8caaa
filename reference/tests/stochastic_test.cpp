// Stochastic rounding: P(up) = floor(fraction * 2^n) / 2^n, neighbours only, symmetric, and representable
// values stay (the rule of PTX cvt.rs with n random bits an element, as TransformerEngine's software stand-in
// has it).
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/tests/print.h"
#include "reference/tests/values_to_try.h"
#include "reference/twins/encode.h"

namespace ulpgate {
namespace {

Rule stochastic(const Format& to, int bits) {
  return {.rounding = Rounding::stochastic,
          .overflow = Overflow::saturate,
          .infinity = InfinityRule::saturate,
          .nan = to.has_nan() ? NanRule::any : NanRule::max_positive,
          .random_bits = bits};
}

#ifdef ULPGATE_SANITIZED
constexpr std::uint64_t wide_stride = 1021;
#else
constexpr std::uint64_t wide_stride = 67;
#endif

class EightBits : public testing::TestWithParam<const Format*> {};

/// lower + k/512 of the gap and a little more, for every k: all fractions of 8 bits and the places between.
TEST_P(EightBits, EveryByteAgreesWithTheTwinAndCountsAreExact) {
  const Format& to = *GetParam();
  const Rule rule = stochastic(to, 8);
  const std::uint64_t stride = to.width() > 8 ? wide_stride : to.width() > 5 ? 41 : 1;
  const std::uint64_t last = max_finite_magnitude(to);
  for (std::uint64_t code = 0; code < last; code += stride * to.code_step()) {
    const Exact lower = Exact::from_code(to, code);
    const Exact gap = upper_neighbour(to, code) - lower;
    for (int k = 0; k<512; k += to.width()> 5 ? 3 : 1) {
      const Exact value = lower + gap.scaled(-9) * Exact::from_integer(k);
      if (value.is_zero()) continue;
      const TwinPlace place = twin_locate(to, value);
      int up = 0;
      for (std::uint64_t byte = 0; byte < 256; ++byte) {
        const Expected got = encode(to, value, rule, byte | 0xABCD00);
        ASSERT_EQ(got, twin_encode_at(to, place, false, rule, byte | 0xABCD00)) << byte;
        ASSERT_TRUE(got.code == code || got.code == code + to.code_step());
        up += got.code != code ? 1 : 0;
        if (to.has_sign && got.code != 0) {
          ASSERT_EQ(encode(to, -value, rule, byte).code, got.code | to.sign_mask());
        }
      }
      ASSERT_EQ(up, k / 2) << "floor(256 * fraction)";
    }
  }
}

TEST_P(EightBits, RepresentableValuesNeverChange) {
  const Format& to = *GetParam();
  const Rule rule = stochastic(to, 8);
  const std::uint64_t stride = to.width() > 8 ? 257 : 1;
  for (std::uint64_t i = 0; i < to.code_count(); i += stride) {
    const std::uint64_t code = i << to.padding_bits;
    if (!is_finite(to, code)) continue;
    for (std::uint64_t byte = 0; byte < 256; ++byte)
      ASSERT_EQ(encode(to, unpack(to, code), rule, byte).code, code);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, EightBits,
                         testing::Values(&formats::e2m1, &formats::e2m3, &formats::e3m2, &formats::e4m3,
                                         &formats::e5m2, &formats::ue4m3, &formats::e8m0, &formats::fp16,
                                         &formats::bf16),
                         FormatName{});

TEST(Stochastic, EveryWidthOfRandomWordAgreesWithTheTwin) {
  const Format& to = formats::fp16;
  for (int bits = 1; bits <= 32; ++bits) {
    const Rule rule = stochastic(to, bits);
    for (const std::uint64_t code : {0x0000, 0x0001, 0x03FF, 0x3C00, 0x7BFE}) {
      for (const Exact& value : points_above(to, code)) {
        for (const std::uint64_t random :
             {0x0ULL, 0x1ULL, 0x7FFFFFFFULL, 0x80000000ULL, 0xFFFFFFFFULL, 0x123456789ULL}) {
          ASSERT_EQ(encode(to, value, rule, random), twin_encode(to, value, rule, random));
          ASSERT_EQ(encode(to, -value, rule, random), twin_encode(to, -value, rule, random));
        }
      }
    }
  }
}

TEST(Stochastic, BeyondTheLargestValueIsOverflow) {
  const Rule rule{.rounding = Rounding::stochastic, .random_bits = 8};
  const Exact value = Exact::from_integer(57344 + 4096);  // middle of the last gap of e5m2
  EXPECT_EQ(encode(formats::e5m2, value, rule, 0x7F).code, 0x7B);
  EXPECT_EQ(encode(formats::e5m2, value, rule, 0x80).code, 0x7C);
  EXPECT_EQ(twin_encode(formats::e5m2, value, rule, 0x7F).code, 0x7B);
  EXPECT_EQ(twin_encode(formats::e5m2, value, rule, 0x80).code, 0x7C);
}

}  // namespace
}  // namespace ulpgate
