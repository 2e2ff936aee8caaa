// Arithmetic with the rounding in the name, and __hfma, against exact numbers.
#include <bit>
#include <functional>
#include <gtest/gtest.h>
#include <string>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

using Code = std::uint64_t;
using Operation = std::function<Code(Code, Code, Code)>;
using Oracle = std::function<Expected(Code, Code, Code, Rounding)>;

float f(Code code) { return std::bit_cast<float>(static_cast<std::uint32_t>(code)); }
double d(Code code) { return std::bit_cast<double>(code); }
Code code(float x) { return std::bit_cast<std::uint32_t>(x); }
Code code(double x) { return std::bit_cast<std::uint64_t>(x); }
__half h(Code c) { return __ushort_as_half(static_cast<unsigned short>(c)); }
__nv_bfloat16 b16(Code c) { return __ushort_as_bfloat16(static_cast<unsigned short>(c)); }
Code code(__half x) { return __half_as_ushort(x); }
Code code(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }

struct Checked {
  std::int64_t cases = 0;
  int failures = 0;
};

void check(const Format& format, const std::string& name, const Operation& operation,
           const Expected& expected, const Triple& t, Checked& checked) {
  ++checked.cases;
  const Code got = operation(t.a, t.b, t.c);
  if (agrees(format, got, expected)) return;
  if (++checked.failures > 5) return;
  ADD_FAILURE() << std::hex << name << "(" << t.a << ", " << t.b << ", " << t.c << ") = " << got
                << ", expected " << expected.code << (expected.any_nan ? " (NaN)" : "");
}

/// All corners (of as many operands as it has), then random triples.
void check_operation(const Format& format, const std::string& name, int operands, Rounding rounding,
                     const Operation& operation, const Oracle& oracle, int random_cases) {
  Checked checked;
  const auto corners = corner_codes(format);
  const std::vector<Code> none = {0};
  for (const Code a : corners) {
    for (const Code b : operands > 1 ? corners : none) {
      for (const Code c : operands > 2 ? corners : none) {
        check(format, name, operation, oracle(a, b, c, rounding), {a, b, c}, checked);
      }
    }
  }
  Words words(0x5EED + static_cast<Code>(operands));
  for (int i = 0; i < random_cases / sanitizers_slow_down; ++i) {
    const Triple t = draw_triple(format, words);
    // Two operands: the second is the one that nearly cancels.
    const Triple used = operands == 2 && i % 2 == 0 ? Triple{t.a, t.c, 0} : t;
    check(format, name, operation, oracle(used.a, used.b, used.c, rounding), used, checked);
  }
  EXPECT_EQ(checked.failures, 0) << name << ": of " << checked.cases << " cases";
  EXPECT_GT(checked.cases, 40);
}

Oracle multiply_add_oracle(const Format& format) {
  return [&format](Code a, Code b, Code c, Rounding r) { return oracle_multiply_add(format, a, b, c, r); };
}

TEST(IntrinsicsArithmetic, HalfFusedMultiplyAdd) {
  check_operation(
      formats::fp16, "__hfma", 3, Rounding::nearest_even,
      [](Code a, Code b, Code c) { return code(__hfma(h(a), h(b), h(c))); },
      multiply_add_oracle(formats::fp16), 1'000'000);
}

TEST(IntrinsicsArithmetic, Bfloat16FusedMultiplyAdd) {
  check_operation(
      formats::bf16, "__hfma", 3, Rounding::nearest_even,
      [](Code a, Code b, Code c) { return code(__hfma(b16(a), b16(b), b16(c))); },
      multiply_add_oracle(formats::bf16), 1'000'000);
}

// Products that lie half-way between two neighbours, and an addend that fp32 (for fp16) or fp64 (for bf16)
// drops.
TEST(IntrinsicsArithmetic, FusedMultiplyAddRoundsOnce) {
  const float tiny = 0x1p-24f;
  const auto half = [](float a, float b, float c) {
    return __half2float(__hfma(__float2half(a), __float2half(b), __float2half(c)));
  };
  EXPECT_EQ(half(3, 683, tiny), 2050);
  EXPECT_EQ(half(3, 683, 0), 2048);
  EXPECT_EQ(half(3, 683, -tiny), 2048);
  EXPECT_EQ(half(7, 293, -tiny), 2050);
  EXPECT_EQ(half(7, 293, 0), 2052);
  EXPECT_EQ(half(-3, 683, -tiny), -2050);
  const auto bfloat16 = [](float a, float b, float c) {
    return __bfloat162float(__hfma(__float2bfloat16(a), __float2bfloat16(b), __float2bfloat16(c)));
  };
  EXPECT_EQ(bfloat16(7, 37, -0x1p-100f), 258);
  EXPECT_EQ(bfloat16(7, 37, 0), 260);
  EXPECT_EQ(bfloat16(9, 29, 0x1p-133f), 262);
  EXPECT_EQ(bfloat16(9, 29, 0), 260);
}

template <class Number, class Pair>
void check_variants(const Format& format, Number (*number)(Code)) {
  Words words(7);
  const Code one = static_cast<Code>(format.bias) << format.significand_bits;
  for (int i = 0; i < 200'000 / sanitizers_slow_down; ++i) {
    const Triple t = draw_triple(format, words), u = draw_triple(format, words);
    const Number a = number(t.a), b = number(t.b), c = number(t.c);
    const Code plain = code(__hfma(a, b, c));
    const bool negative = (plain & format.sign_mask()) != 0, nan = is_nan(format, plain);
    const Code saturated = nan || negative ? 0 : std::min(plain, one);
    const Code rectified = negative && !nan ? 0 : plain;
    ASSERT_EQ(code(__hfma_sat(a, b, c)), saturated) << std::hex << plain;
    ASSERT_EQ(code(__hfma_relu(a, b, c)), rectified) << std::hex << plain;
    const Number d2 = number(u.a), e = number(u.b), g = number(u.c);
    const Pair x(a, d2), y(b, e), z(c, g);
    ASSERT_EQ(code(__hfma2(x, y, z).x), plain);
    ASSERT_EQ(code(__hfma2(x, y, z).y), code(__hfma(d2, e, g)));
    ASSERT_EQ(code(__hfma2_sat(x, y, z).x), saturated);
    ASSERT_EQ(code(__hfma2_relu(x, y, z).x), rectified);
    ASSERT_EQ(code(__hfma2_sat(x, y, z).y), code(__hfma_sat(d2, e, g)));
    ASSERT_EQ(code(__hfma2_relu(x, y, z).y), code(__hfma_relu(d2, e, g)));
    const Pair complex = __hcmadd(x, y, z);
    ASSERT_EQ(code(complex.x), code(__hfma(__hneg(d2), e, __hfma(a, b, c))));
    ASSERT_EQ(code(complex.y), code(__hfma(d2, b, __hfma(a, e, g))));
  }
}

TEST(IntrinsicsArithmetic, FusedMultiplyAddVariants) {
  check_variants<__half, __half2>(formats::fp16, h);
  check_variants<__nv_bfloat16, __nv_bfloat162>(formats::bf16, b16);
}

#define CHECK_DIRECTION(suffix, direction)                                                                   \
  check_operation(                                                                                           \
      F, "add_" #suffix, 2, Rounding::direction,                                                             \
      [](Code a, Code b, Code) { return code(ADD(suffix)(X(a), X(b))); }, add, cases);                       \
  check_operation(                                                                                           \
      F, "sub_" #suffix, 2, Rounding::direction,                                                             \
      [](Code a, Code b, Code) { return code(SUB(suffix)(X(a), X(b))); }, subtract, cases);                  \
  check_operation(                                                                                           \
      F, "mul_" #suffix, 2, Rounding::direction,                                                             \
      [](Code a, Code b, Code) { return code(MUL(suffix)(X(a), X(b))); }, multiply, cases);                  \
  check_operation(                                                                                           \
      F, "fma_" #suffix, 3, Rounding::direction,                                                             \
      [](Code a, Code b, Code c) { return code(FMA(suffix)(X(a), X(b), X(c))); }, multiply_add_oracle(F),    \
      cases);                                                                                                \
  check_operation(                                                                                           \
      F, "div_" #suffix, 2, Rounding::direction,                                                             \
      [](Code a, Code b, Code) { return code(DIV(suffix)(X(a), X(b))); }, divide, cases);                    \
  check_operation(                                                                                           \
      F, "rcp_" #suffix, 1, Rounding::direction, [](Code a, Code, Code) { return code(RCP(suffix)(X(a))); }, \
      reciprocal, cases);                                                                                    \
  check_operation(                                                                                           \
      F, "sqrt_" #suffix, 1, Rounding::direction,                                                            \
      [](Code a, Code, Code) { return code(SQRT(suffix)(X(a))); }, root, cases)

struct Oracles {
  const Format& format;
  Oracle add = [this](Code a, Code b, Code, Rounding r) { return oracle_add(format, a, b, r); };
  Oracle subtract = [this](Code a, Code b, Code, Rounding r) {
    return oracle_add(format, a, b ^ format.sign_mask(), r);
  };
  Oracle multiply = [this](Code a, Code b, Code, Rounding r) { return oracle_multiply(format, a, b, r); };
  Oracle divide = [this](Code a, Code b, Code, Rounding r) { return oracle_divide(format, a, b, r); };
  Oracle reciprocal = [this](Code a, Code, Code, Rounding r) {
    return oracle_divide(format, static_cast<Code>(format.bias) << format.significand_bits, a, r);
  };
  Oracle root = [this](Code a, Code, Code, Rounding r) {
    // Random codes: half of them are negative.
    return oracle_square_root(format, a, r);
  };
};

constexpr int cases = 60'000;

TEST(IntrinsicsArithmetic, Single) {
  const Format& F = formats::fp32;
  const Oracles oracles{F};
  const auto& [format, add, subtract, multiply, divide, reciprocal, root] = oracles;
#define X f
#define ADD(s) __fadd_##s
#define SUB(s) __fsub_##s
#define MUL(s) __fmul_##s
#define FMA(s) __fmaf_##s
#define DIV(s) __fdiv_##s
#define RCP(s) __frcp_##s
#define SQRT(s) __fsqrt_##s
  CHECK_DIRECTION(rn, nearest_even);
  CHECK_DIRECTION(rz, toward_zero);
  CHECK_DIRECTION(ru, up);
  CHECK_DIRECTION(rd, down);
#undef X
#undef ADD
#undef SUB
#undef MUL
#undef FMA
#undef DIV
#undef RCP
#undef SQRT
}

TEST(IntrinsicsArithmetic, Double) {
  const Format& F = formats::fp64;
  const Oracles oracles{F};
  const auto& [format, add, subtract, multiply, divide, reciprocal, root] = oracles;
#define X d
#define ADD(s) __dadd_##s
#define SUB(s) __dsub_##s
#define MUL(s) __dmul_##s
#define FMA(s) __fma_##s
#define DIV(s) __ddiv_##s
#define RCP(s) __drcp_##s
#define SQRT(s) __dsqrt_##s
  CHECK_DIRECTION(rn, nearest_even);
  CHECK_DIRECTION(rz, toward_zero);
  CHECK_DIRECTION(ru, up);
  CHECK_DIRECTION(rd, down);
}

TEST(IntrinsicsArithmetic, ReciprocalSquareRoot) {
  check_operation(
      formats::fp32, "__frsqrt_rn", 1, Rounding::nearest_even,
      [](Code a, Code, Code) { return code(__frsqrt_rn(f(a))); },
      [](Code a, Code, Code, Rounding) { return oracle_reciprocal_square_root(formats::fp32, a); }, 200'000);
}

}  // namespace
}  // namespace ulpgate
