// The fast engine against its slow twin, every entry of every profile.
#include <gtest/gtest.h>
#include <random>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "reference/tensor_core/mma.h"
#include "reference/twins/tensor_core.h"

namespace ulpgate {
namespace {

using Random = std::mt19937_64;

/// What the codes of a case look like.
enum class Family {
  bits,      ///< any code, with all specials
  finite,    ///< any finite code
  near_one,  ///< exponents within a few binades, so that every term counts
  small,     ///< zeros, subnormals and the smallest normal numbers
  cancel,    ///< pairs of opposite products with a little beside them
};

std::uint64_t any_code(const Format& f, Random& random) {
  return (random() & Format::ones(f.width())) << f.padding_bits;
}

std::uint64_t code_with_exponent(const Format& f, int exponent, Random& random) {
  if (!f.is_floating()) return any_code(f, random);
  const int field = std::clamp(exponent + f.bias, 0, static_cast<int>(Format::ones(f.exponent_bits)) - 1);
  const std::uint64_t significand = random() & Format::ones(f.significand_bits);
  // Often few bits, so that ties and exact results are frequent.
  const std::uint64_t fraction = random() % 3 == 0 ? significand : significand & (random() & random());
  std::uint64_t code = static_cast<std::uint64_t>(field) << f.significand_bits | fraction;
  code <<= f.padding_bits;
  return random() % 2 == 0 ? code : code | f.sign_mask();
}

std::uint64_t code_of(const Format& f, Family family, Random& random) {
  switch (family) {
    case Family::bits:
      return any_code(f, random);
    case Family::finite:
      for (;;) {
        const std::uint64_t code = any_code(f, random);
        if (is_finite(f, code)) return code;
      }
    case Family::near_one:
    case Family::cancel:
      return code_with_exponent(f, static_cast<int>(random() % 9) - 4, random);
    case Family::small:
      return code_with_exponent(f, -f.bias + static_cast<int>(random() % 3), random);
  }
  return 0;
}

struct Case {
  std::vector<std::uint64_t> a, b, a_scales, b_scales;
  std::uint64_t c = 0;
};

Case make_case(const ProfileEntry& e, const Format& a, const Format& b, Family family, Random& random) {
  Case made;
  const auto k = static_cast<std::size_t>(e.shapes[random() % e.shapes.size()].k);
  for (std::size_t i = 0; i < k; ++i) {
    made.a.push_back(code_of(a, family, random));
    made.b.push_back(code_of(b, family, random));
    if (random() % 8 == 0) made.a.back() = 0;
    if (family == Family::cancel && i % 2 == 1) {
      made.a[i] = made.a[i - 1] ^ a.sign_mask();
      made.b[i] = made.b[i - 1];
      if (random() % 4 == 0) made.b[i] ^= std::uint64_t{1} << b.padding_bits;
    }
  }
  const Format& c = *e.accumulator;
  made.c = code_of(c, family, random);
  if (family == Family::cancel) made.c = code_with_exponent(c, -static_cast<int>(random() % 40), random);
  if (family == Family::small && random() % 4 != 0) made.c = 0;
  if (family == Family::bits && !is_finite(c, made.c) && random() % 4 != 0) made.c = 0;
  if (const Format* scale = e.arithmetic.scale_format; scale != nullptr) {
    for (std::size_t i = 0; i < k; i += static_cast<std::size_t>(e.arithmetic.scale_block)) {
      const Family kind = family == Family::bits && random() % 8 != 0 ? Family::finite : family;
      const auto scale_code = [&] {
        if (scale->is_floating()) return code_of(*scale, kind, random);
        return kind == Family::bits || kind == Family::finite ? any_code(*scale, random)
                                                              : 120 + random() % 16;
      };
      made.a_scales.push_back(scale_code());
      made.b_scales.push_back(scale_code());
    }
  }
  return made;
}

void compare(const ProfileEntry& e, const std::string& name, const Format& a, const Format& b, int cases,
             Random& random) {
  const Mma mma(e, a, b);
  for (int i = 0; i < cases; ++i) {
    const auto family = static_cast<Family>(i % 5);
    const Case c = make_case(e, a, b, family, random);
    const std::uint64_t fast = mma.dot(c.a, c.b, c.c, c.a_scales, c.b_scales);
    const std::uint64_t slow = twin_dot(e, a, b, c.a, c.b, c.c, c.a_scales, c.b_scales);
    ASSERT_EQ(fast, slow) << name << "/" << e.id << " " << a.name << " " << b.name << ", case " << i << " of "
                          << "family " << static_cast<int>(family) << ": engine " << to_hex(*e.output, fast)
                          << ", twin " << to_hex(*e.output, slow) << ", c " << to_hex(*e.accumulator, c.c);
  }
}

class EveryProfile : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryProfile, EngineAndTwinAgree) {
  const Profile& profile = built_in_profiles()[GetParam()];
  Random random(1 + GetParam());
  for (const ProfileEntry& e : profile.entries) {
    for (const auto& [a, b] : e.input_pairs()) compare(e, profile.architecture, *a, *b, 500, random);
  }
}

TEST_P(EveryProfile, EngineAndTwinAgreeOnOtherParameters) {
  const Profile& profile = built_in_profiles()[GetParam()];
  Random random(100 + GetParam());
  for (const ProfileEntry& e : profile.entries) {
    for (int i = 0; i < 8; ++i) {
      ProfileEntry other = e;
      Arithmetic& r = other.arithmetic;
      if (r.algorithm != Algorithm::fused_sum) continue;
      r.products = 1 << random() % 6;
      r.fraction_bits = 8 + static_cast<int>(random() % 33);
      r.exponent_floor = -static_cast<int>(random() % 200);
      r.alignment = static_cast<Alignment>(random() % 3);
      r.output_rounding = static_cast<OutputRounding>(random() % 2);
      r.output_fraction_bits = 5 + static_cast<int>(random() % (e.output->significand_bits - 4));
      r.overflow = static_cast<OverflowRule>(random() % 2);
      r.negative_underflow = static_cast<NegativeUnderflow>(random() % 2);
      r.products_normalised = random() % 2 == 0;
      r.input_subnormals = static_cast<SubnormalRule>(random() % 3);
      r.accumulator_subnormals = static_cast<SubnormalRule>(random() % 3);
      const auto pairs = e.input_pairs();
      const auto& [a, b] = pairs[random() % pairs.size()];
      ASSERT_EQ(check_entry(other), "") << e.id;
      compare(other, profile.architecture, *a, *b, 100, random);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, EveryProfile, testing::Range(std::size_t{0}, std::size_t{11}),
                         [](const auto& row) { return built_in_profiles()[row.param].architecture; });

TEST(Profiles, AllElevenAreThere) { EXPECT_EQ(built_in_profiles().size(), 11U); }

}  // namespace
}  // namespace ulpgate
