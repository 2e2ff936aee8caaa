// Transcendental functions against MPFR: of fp16 and bf16 every code, correctly rounded; of fp32 and fp64
// samples, within the error that their headers state.
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <mpfr.h>
#include <string>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

using Function = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

/// function(x): its leading 64 bits, and whether there is more.
Unpacked exact_value(Function function, double x) {
  mpfr_t argument, result;
  mpfr_init2(argument, 53);
  mpfr_init2(result, 64);
  mpfr_set_d(argument, x, MPFR_RNDN);
  const int ternary = function(result, argument, MPFR_RNDZ);
  Unpacked value;
  value.negative = mpfr_signbit(result) != 0;
  if (mpfr_nan_p(result) != 0) {
    value.number_class = NumberClass::nan;
  } else if (mpfr_inf_p(result) != 0) {
    value.number_class = NumberClass::infinity;
  } else if (mpfr_zero_p(result) == 0) {
    value.number_class = NumberClass::finite;
    value.exponent = static_cast<int>(mpfr_get_exp(result)) - 64;
    value.sticky = ternary != 0;
    mpfr_abs(result, result, MPFR_RNDN);
    mpfr_mul_2si(result, result, -value.exponent, MPFR_RNDN);
    value.significand = mpfr_get_uj(result, MPFR_RNDZ);
  }
  mpfr_clear(argument);
  mpfr_clear(result);
  return value;
}

template <class Number>
void check_every_code(const Format& format, const std::string& name, Number (*number)(unsigned short),
                      unsigned short (*code)(Number), Number (*got)(Number), Function function) {
  int failures = 0;
  for (unsigned c = 0; c < 0x10000; c += sanitizers_slow_down) {
    const Expected expected = encode(format, exact_value(function, to_double(format, c)), Rule{});
    const unsigned short result = code(got(number(static_cast<unsigned short>(c))));
    if (agrees(format, result, expected)) continue;
    if (++failures <= 5) {
      ADD_FAILURE() << std::hex << format.name << " " << name << "(" << c << ") = " << result << ", expected "
                    << expected.code;
    }
  }
  EXPECT_EQ(failures, 0) << format.name << " " << name;
}

template <class Number>
void check_functions(const Format& format, Number (*number)(unsigned short), unsigned short (*code)(Number)) {
  const auto check = [&](const char* name, Number (*got)(Number), Function function) {
    check_every_code<Number>(format, name, number, code, got, function);
  };
  check(
      "hexp", [](Number x) { return hexp(x); }, mpfr_exp);
  check(
      "hexp2", [](Number x) { return hexp2(x); }, mpfr_exp2);
  check(
      "hexp10", [](Number x) { return hexp10(x); }, mpfr_exp10);
  check(
      "hlog", [](Number x) { return hlog(x); }, mpfr_log);
  check(
      "hlog2", [](Number x) { return hlog2(x); }, mpfr_log2);
  check(
      "hlog10", [](Number x) { return hlog10(x); }, mpfr_log10);
  check(
      "hsin", [](Number x) { return hsin(x); }, mpfr_sin);
  check(
      "hcos", [](Number x) { return hcos(x); }, mpfr_cos);
  check(
      "htanh", [](Number x) { return htanh(x); }, mpfr_tanh);
  check(
      "htanh_approx", [](Number x) { return htanh_approx(x); }, mpfr_tanh);
}

TEST(IntrinsicsFunctions, EveryHalf) {
  check_functions<__half>(
      formats::fp16, [](unsigned short c) { return __ushort_as_half(c); },
      [](__half x) { return __half_as_ushort(x); });
}
TEST(IntrinsicsFunctions, EveryBfloat16) {
  check_functions<__nv_bfloat16>(
      formats::bf16, [](unsigned short c) { return __ushort_as_bfloat16(c); },
      [](__nv_bfloat16 x) { return __bfloat16_as_ushort(x); });
}

int reciprocal_root(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  const int ternary = mpfr_rec_sqrt(result, x, rounding);
  // MPFR takes -0 as +0 here; IEEE 754 and CUDA do not.
  if (mpfr_zero_p(x) != 0) mpfr_setsign(result, result, mpfr_signbit(x), rounding);
  return ternary;
}

/// A composed function at 1500 bits, rounded once more at the end.
template <class Body>
int at_high_precision(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding, Body body) {
  mpfr_t wide;
  mpfr_init2(wide, 1500);
  body(wide, x);
  const int ternary = mpfr_set(result, wide, rounding);
  mpfr_clear(wide);
  return ternary;
}
int reciprocal_cube_root(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  return at_high_precision(result, x, rounding, [](mpfr_t wide, const mpfr_t y) {
    mpfr_cbrt(wide, y, MPFR_RNDN);
    mpfr_ui_div(wide, 1, wide, MPFR_RNDN);
  });
}
int sine_pi(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  return at_high_precision(result, x, rounding, [](mpfr_t wide, const mpfr_t y) {
    mpfr_t two;
    mpfr_init2(two, 1500);
    mpfr_set_ui(two, 2, MPFR_RNDN);
    mpfr_remainder(wide, y, two, MPFR_RNDN);
    const bool integer = mpfr_integer_p(wide) != 0;
    mpfr_const_pi(two, MPFR_RNDN);
    mpfr_mul(wide, wide, two, MPFR_RNDN);
    mpfr_sin(wide, wide, MPFR_RNDN);
    if (integer) mpfr_set_zero(wide, mpfr_signbit(y) != 0 ? -1 : 1);
    mpfr_clear(two);
  });
}
int cosine_pi(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  return at_high_precision(result, x, rounding, [](mpfr_t wide, const mpfr_t y) {
    mpfr_t two;
    mpfr_init2(two, 1500);
    mpfr_set_ui(two, 2, MPFR_RNDN);
    mpfr_remainder(wide, y, two, MPFR_RNDN);
    mpfr_abs(wide, wide, MPFR_RNDN);
    const bool half = mpfr_number_p(wide) != 0 && mpfr_cmp_d(wide, 0.5) == 0;
    mpfr_const_pi(two, MPFR_RNDN);
    mpfr_mul(wide, wide, two, MPFR_RNDN);
    mpfr_cos(wide, wide, MPFR_RNDN);
    if (half) mpfr_set_zero(wide, 1);
    mpfr_clear(two);
  });
}
int normal_distribution(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding) {
  return at_high_precision(result, x, rounding, [](mpfr_t wide, const mpfr_t y) {
    mpfr_sqrt_ui(wide, 2, MPFR_RNDN);
    mpfr_div(wide, y, wide, MPFR_RNDN);
    mpfr_neg(wide, wide, MPFR_RNDN);
    mpfr_erfc(wide, wide, MPFR_RNDN);
    mpfr_div_ui(wide, wide, 2, MPFR_RNDN);
  });
}

/// Error in units of the last place of the exact result, which is rounded to 64 bits for this.
double error_in_ulp(const Format& format, double got, const Unpacked& exact) {
  if (exact.number_class != NumberClass::finite) {
    if (exact.number_class == NumberClass::nan) return std::isnan(got) ? 0 : INFINITY;
    if (exact.number_class == NumberClass::infinity)
      return std::isinf(got) && std::signbit(got) == exact.negative ? 0 : INFINITY;
    return got == 0 && std::signbit(got) == exact.negative ? 0 : INFINITY;
  }
  const Expected nearest = encode(format, exact, Rule{});
  if (!std::isfinite(got))
    return Exact::from_double(got) == Exact::from_code(format, nearest.code) ? 0 : INFINITY;
  const Exact difference = Exact::from_double(got) - Exact::from_unpacked(exact);
  const int leading = std::max(exact.exponent + 63, format.min_exponent());
  return std::abs(difference.scaled(-(leading - format.significand_bits)).to_double());
}

void check_samples(const Format& format, const std::string& name, double limit,
                   const std::function<double(double)>& got, Function function, int lowest, int highest) {
  Words words(31);
  double worst = 0, worst_at = 0;
  std::vector<double> arguments;
  for (const std::uint64_t code : corner_codes(format)) arguments.push_back(to_double(format, code));
  for (int i = 0; i < 10'000 / sanitizers_slow_down; ++i) {
    const auto exponent =
        static_cast<std::uint64_t>(format.bias + lowest + words.below(highest - lowest + 1));
    const std::uint64_t code = (words.next() & (format.sign_mask() | format.significand_mask())) |
                               exponent << format.significand_bits;
    arguments.push_back(to_double(format, code));
  }
  for (const double x : arguments) {
    const double error = error_in_ulp(format, got(x), exact_value(function, x));
    if (error > worst) {
      worst = error;
      worst_at = x;
    }
  }
  EXPECT_LE(worst, limit) << name << " at " << std::hexfloat << worst_at;
}

TEST(IntrinsicsFunctions, Single) {
  const auto check = [](const char* name, float (*got)(float), Function function, int lowest, int highest) {
    check_samples(
        formats::fp32, name, 0.5001,
        [got](double x) { return static_cast<double>(got(static_cast<float>(x))); }, function, lowest,
        highest);
  };
  check(
      "__expf", [](float x) { return __expf(x); }, mpfr_exp, -10, 7);
  check(
      "__exp10f", [](float x) { return __exp10f(x); }, mpfr_exp10, -10, 5);
  check(
      "__logf", [](float x) { return __logf(x); }, mpfr_log, -126, 127);
  check(
      "__logf", [](float x) { return __logf(x); }, mpfr_log, -1, 0);
  check(
      "__log2f", [](float x) { return __log2f(x); }, mpfr_log2, -126, 127);
  check(
      "__log10f", [](float x) { return __log10f(x); }, mpfr_log10, -126, 127);
  check(
      "__sinf", [](float x) { return __sinf(x); }, mpfr_sin, -20, 40);
  check(
      "__cosf", [](float x) { return __cosf(x); }, mpfr_cos, -20, 40);
  check(
      "__tanf", [](float x) { return __tanf(x); }, mpfr_tan, -20, 40);
  check(
      "__tanhf", [](float x) { return __tanhf(x); }, mpfr_tanh, -20, 5);
  check(
      "rsqrtf", [](float x) { return rsqrtf(x); }, reciprocal_root, -126, 127);
  check(
      "rcbrtf", [](float x) { return rcbrtf(x); }, reciprocal_cube_root, -126, 127);
  check(
      "sinpif", [](float x) { return sinpif(x); }, sine_pi, -20, 23);
  check(
      "cospif", [](float x) { return cospif(x); }, cosine_pi, -20, 23);
  check(
      "normcdff", [](float x) { return normcdff(x); }, normal_distribution, -20, 3);
}

TEST(IntrinsicsFunctions, PowerIsThatOfLogarithms) {
  Words words(32);
  for (int i = 0; i < 10'000 / sanitizers_slow_down; ++i) {
    const double x =
        std::ldexp(1.0 + static_cast<double>(words.next() >> 41) * 0x1p-23, words.below(20) - 10);
    const double y = std::ldexp(static_cast<double>(words.below(1 << 20)) - 0x1p19, -17);
    mpfr_t base, power;
    mpfr_init2(base, 64);
    mpfr_init2(power, 64);
    mpfr_set_d(base, x, MPFR_RNDN);
    mpfr_set_d(power, y, MPFR_RNDN);
    mpfr_pow(base, base, power, MPFR_RNDN);
    const double expected = mpfr_get_d(base, MPFR_RNDN);
    mpfr_clear(base);
    mpfr_clear(power);
    const double got = __powf(static_cast<float>(x), static_cast<float>(y));
    ASSERT_LE(std::abs(got - expected), 0.5001 * 0x1p-23 * std::abs(expected)) << x << " " << y;
  }
}

TEST(IntrinsicsFunctions, Double) {
  check_samples(
      formats::fp64, "rsqrt", 2, [](double x) { return rsqrt(x); }, reciprocal_root, -1022, 1023);
  check_samples(
      formats::fp64, "rcbrt", 2, [](double x) { return rcbrt(x); }, reciprocal_cube_root, -1022, 1023);
  check_samples(
      formats::fp64, "sinpi", 2, [](double x) { return sinpi(x); }, sine_pi, -20, 50);
  check_samples(
      formats::fp64, "cospi", 2, [](double x) { return cospi(x); }, cosine_pi, -20, 50);
}

TEST(IntrinsicsFunctions, Lengths) {
  EXPECT_EQ(norm3df(2, 3, 6), 7.0f);
  EXPECT_EQ(norm4df(1, 2, 2, 4), 5.0f);
  EXPECT_EQ(rnorm3df(0, 0, 4), 0.25f);
  EXPECT_EQ(rnorm4d(0, 2, 0, 0), 0.5);
  EXPECT_EQ(norm3df(0x1p127f, 0, 0), 0x1p127f);
  EXPECT_EQ(rhypotf(3, 4), 0.2f);
  EXPECT_EQ(rhypot(0, 4), 0.25);
  float sine = 0, cosine = 0;
  sincospif(0.5f, &sine, &cosine);
  EXPECT_EQ(sine, 1.0f);
  EXPECT_EQ(cosine, 0.0f);
  __sincosf(1.0f, &sine, &cosine);
  EXPECT_EQ(sine, __sinf(1.0f));
  EXPECT_EQ(cosine, __cosf(1.0f));
}

}  // namespace
}  // namespace ulpgate
