// The fast engine against its slow twin, every entry of every profile.
#include <gtest/gtest.h>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "reference/tensor_core/mma.h"
#include "reference/tests/words.h"
#include "reference/twins/tensor_core.h"

namespace ulpgate {
namespace {

/// What the codes of a case look like.
enum class Family {
  bits,      ///< any code, with all specials
  finite,    ///< any finite code
  near_one,  ///< exponents within a few binades, so that every term counts
  small,     ///< zeros, subnormals and the smallest normal numbers
  cancel,    ///< pairs of opposite products with a little beside them
  sparse,    ///< few products, far apart, of subnormal and other operands
  low,       ///< few products, around the last bit of a result and the last bit above the exponent floor
};
constexpr int families = 7;

std::uint64_t any_code(const Format& f, Words& random) {
  return (random.next() & Format::ones(f.width())) << f.padding_bits;
}

std::uint64_t code_with_exponent(const Format& f, int exponent, Words& random) {
  if (!f.is_floating()) return any_code(f, random);
  const int field = std::clamp(exponent + f.bias, 0, static_cast<int>(Format::ones(f.exponent_bits)) - 1);
  const std::uint64_t significand = random.next() & Format::ones(f.significand_bits);
  // Often few bits, so that ties and exact results are frequent.
  const std::uint64_t fraction =
      random.next() % 3 == 0 ? significand : significand & (random.next() & random.next());
  std::uint64_t code = static_cast<std::uint64_t>(field) << f.significand_bits | fraction;
  code <<= f.padding_bits;
  return random.next() % 2 == 0 ? code : code | f.sign_mask();
}

std::uint64_t code_of(const Format& f, Family family, Words& random) {
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
      return code_with_exponent(f, static_cast<int>(random.next() % 9) - 4, random);
    case Family::sparse:
      return code_of(f, random.next() % 2 == 0 ? Family::small : Family::finite, random);
    case Family::low:  // make_case knows more
    case Family::small:
      return code_with_exponent(f, -f.bias + static_cast<int>(random.next() % 3), random);
  }
  return 0;
}

struct Case {
  std::vector<std::uint64_t> a, b, a_scales, b_scales;
  std::uint64_t c = 0;
};

Case make_case(const ProfileEntry& e, const Format& a, const Format& b, Family family, Words& random) {
  Case made;
  const auto k = static_cast<std::size_t>(e.shapes[random.next() % e.shapes.size()].k);
  for (std::size_t i = 0; i < k; ++i) {
    made.a.push_back(code_of(a, family, random));
    made.b.push_back(code_of(b, family, random));
    const bool few = family == Family::sparse || family == Family::low;
    if (random.next() % 8 < (few ? 6 : 1)) made.a.back() = 0;
    if (family == Family::low && made.a.back() != 0) {
      const int result = e.output->quantum_exponent();
      const int last =
          random.next() % 2 == 0 ? result : e.arithmetic.exponent_floor - e.arithmetic.fraction_bits;
      const int exponent = last + static_cast<int>(random.next() % 5) - 2;
      const int of_a = exponent / 2 + static_cast<int>(random.next() % 9) - 4;
      made.a.back() = code_with_exponent(a, of_a, random);
      made.b.back() = code_with_exponent(b, exponent - of_a, random);
    }
    if (family == Family::cancel && i % 2 == 1) {
      made.a[i] = made.a[i - 1] ^ a.sign_mask();
      made.b[i] = made.b[i - 1];
      if (random.next() % 4 == 0) made.b[i] ^= std::uint64_t{1} << b.padding_bits;
    }
  }
  const Format& c = *e.accumulator;
  made.c = code_of(c, family, random);
  if (family == Family::cancel) made.c = code_with_exponent(c, -static_cast<int>(random.next() % 40), random);
  if (family == Family::near_one && c.is_floating())
    made.c = code_with_exponent(c, static_cast<int>(random.next() % 24) - 4, random);
  if (family == Family::near_one && !c.is_floating())
    made.c = (0x80000000 + random.next() % 4096 - 2048) & 0xFFFFFFFF;
  if (family == Family::low ||
      (family >= Family::small && family != Family::cancel && random.next() % 4 != 0))
    made.c = 0;
  if (family == Family::bits && !is_finite(c, made.c) && random.next() % 4 != 0) made.c = 0;
  if (const Format* scale = e.arithmetic.scale_format; scale != nullptr) {
    for (std::size_t i = 0; i < k; i += static_cast<std::size_t>(e.arithmetic.scale_block)) {
      const Family kind = family == Family::bits && random.next() % 8 != 0 ? Family::finite : family;
      const auto scale_code = [&] {
        if (scale->is_floating()) return code_of(*scale, kind, random);
        return kind == Family::bits || kind == Family::finite || kind == Family::sparse
                   ? any_code(*scale, random)
                   : 120 + random.next() % 16;
      };
      made.a_scales.push_back(scale_code());
      made.b_scales.push_back(scale_code());
    }
  }
  return made;
}

void compare(const ProfileEntry& e, const std::string& name, const Format& a, const Format& b, int cases,
             Words& random) {
  const Mma mma(e, a, b);
  for (int i = 0; i < cases; ++i) {
    const auto family = static_cast<Family>(i % families);
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
  Words random(1 + GetParam());
  for (const ProfileEntry& e : profile.entries) {
    for (const auto& [a, b] : e.input_pairs()) compare(e, profile.architecture, *a, *b, 500, random);
  }
}

TEST_P(EveryProfile, EngineAndTwinAgreeOnOtherParameters) {
  const Profile& profile = built_in_profiles()[GetParam()];
  Words random(100 + GetParam());
  for (const ProfileEntry& e : profile.entries) {
    for (int i = 0; i < 8; ++i) {
      ProfileEntry other = e;
      Arithmetic& r = other.arithmetic;
      if (r.algorithm != Algorithm::fused_sum) continue;
      r.products = 1 << random.next() % 6;
      r.fraction_bits = 8 + static_cast<int>(random.next() % 33);
      r.exponent_floor = -static_cast<int>(random.next() % 200);
      r.alignment = static_cast<Alignment>(random.next() % 3);
      r.output_rounding = static_cast<OutputRounding>(random.next() % 2);
      r.output_fraction_bits = 5 + static_cast<int>(random.next() % (e.output->significand_bits - 4));
      r.overflow = static_cast<OverflowRule>(random.next() % 2);
      r.negative_underflow = static_cast<NegativeUnderflow>(random.next() % 2);
      r.products_normalised = random.next() % 2 == 0;
      r.input_subnormals = static_cast<SubnormalRule>(random.next() % 3);
      r.accumulator_subnormals = static_cast<SubnormalRule>(random.next() % 3);
      const auto pairs = e.input_pairs();
      const auto& [a, b] = pairs[random.next() % pairs.size()];
      ASSERT_EQ(check_entry(other), "") << e.id;
      compare(other, profile.architecture, *a, *b, 100, random);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, EveryProfile, testing::Range(std::size_t{0}, std::size_t{11}),
                         [](const auto& row) { return built_in_profiles()[row.param].architecture; });

/// A change of one parameter, and an entry where it must show.
struct Change {
  const char* name;
  const char* architecture;
  const char* entry;
  void (*apply)(Arithmetic&);
};

TEST(Cases, TellEveryParameterApart) {
  const Change changes[] = {
      {"products", "sm_90", "mma.fp16.fp32", [](Arithmetic& r) { r.products = 8; }},
      {"fraction bits", "sm_100", "tcgen05.f16.fp32", [](Arithmetic& r) { ++r.fraction_bits; }},
      {"floor", "sm_80", "mma.tf32.fp32", [](Arithmetic& r) { --r.exponent_floor; }},
      {"alignment", "sm_70", "mma.fp16.fp32", [](Arithmetic& r) { r.alignment = Alignment::down; }},
      {"rounding", "sm_75", "mma.fp16.fp16",
       [](Arithmetic& r) { r.output_rounding = OutputRounding::toward_zero; }},
      {"result bits", "sm_89", "mma.fp8.fp32", [](Arithmetic& r) { ++r.output_fraction_bits; }},
      {"overflow", "sm_120", "mma.bf16.fp32", [](Arithmetic& r) { r.overflow = OverflowRule::saturate; }},
      {"sign of zero", "sm_90", "wgmma.fp16.fp16",
       [](Arithmetic& r) { r.negative_underflow = NegativeUnderflow::positive_zero; }},
      {"normalisation", "sm_90", "wgmma.bf16.fp32", [](Arithmetic& r) { r.products_normalised = true; }},
      {"subnormal operands", "sm_90", "mma.fp16.fp32",
       [](Arithmetic& r) { r.input_subnormals = SubnormalRule::normalised; }},
      {"subnormal accumulators", "sm_80", "mma.fp16.fp16",
       [](Arithmetic& r) { r.accumulator_subnormals = SubnormalRule::flushed; }},
      {"NaN", "sm_80", "mma.fp16.fp16", [](Arithmetic& r) { r.nan_code = 0x7E00; }},
      {"accumulator", "sm_100", "mma.fp8.fp32",
       [](Arithmetic& r) { r.accumulator_use = AccumulatorUse::fused; }},
      {"order of k", "sm_90", "mma.fp8.fp16", [](Arithmetic& r) { r.k_order = KOrder::ascending; }},
      {"scale format", "sm_100", "tcgen05.mxf4nvf4.ue4m3_16.fp32",
       [](Arithmetic& r) { r.scale_format = &formats::e8m0; }},
      {"group", "sm_100", "tcgen05.mxf4.e8m0_32.fp32", [](Arithmetic& r) { r.group = 32; }},
      {"fraction bits", "sm_120", "mma.mxf4.e8m0_32.fp32", [](Arithmetic& r) { --r.fraction_bits; }},
      {"floor", "sm_120", "mma.mxf4.e8m0_32.fp32", [](Arithmetic& r) { r.exponent_floor = 0; }},
      {"products", "cdna1", "mfma.fp16.fp32", [](Arithmetic& r) { r.products = 2; }},
      {"products", "cdna2", "mfma.bf16.fp32", [](Arithmetic& r) { r.products = 4; }},
      {"product bits", "cdna3", "mfma.fp16.fp32", [](Arithmetic& r) { --r.product_fraction_bits; }},
      {"sum bits", "cdna3", "mfma.bf16.fp32", [](Arithmetic& r) { r.fraction_bits = 28; }},
      {"accumulator bits", "cdna3", "mfma.xf32.fp32", [](Arithmetic& r) { --r.accumulator_fraction_bits; }},
      {"final bits", "cdna3", "mfma.fp16.fp32", [](Arithmetic& r) { r.final_fraction_bits = 24; }},
      {"groups", "cdna3", "mfma.fp8.fp32", [](Arithmetic& r) { r.product_groups = 1; }},
      {"small accumulator", "cdna3", "mfma.fp16.fp32",
       [](Arithmetic& r) { r.small_accumulator_dropped = true; }},
      {"overflow", "sm_80", "mma.int8.int32", [](Arithmetic& r) { r.overflow = OverflowRule::saturate; }},
  };
  for (const Change& change : changes) {
    const ProfileEntry& right = *find_profile(change.architecture)->find(change.entry);
    ProfileEntry wrong = right;
    change.apply(wrong.arithmetic);
    const Format& f = *right.inputs.front();
    const Mma mma(right, f, f);
    Words random(3);
    int apart = 0;
    for (int i = 0; i < 5000 && apart == 0; ++i) {
      const Case c = make_case(right, f, f, static_cast<Family>(i % families), random);
      apart += mma.dot(c.a, c.b, c.c, c.a_scales, c.b_scales) !=
               twin_dot(wrong, f, f, c.a, c.b, c.c, c.a_scales, c.b_scales);
    }
    EXPECT_GT(apart, 0) << change.name << " of " << change.architecture << "/" << change.entry;
  }
}

TEST(Profiles, AllElevenAreThere) { EXPECT_EQ(built_in_profiles().size(), 11U); }

}  // namespace
}  // namespace ulpgate
