// The loops of softmax_isa.h. CMake compiles this file once for each instruction set, into ULPGATE_ISA's
// namespace. Loops have no branches, so that the compiler makes vectors of them. Nothing here may be an
// inline function of a header: the linker would keep one copy for all.
#include "reference/bounds/softmax_isa.h"

#include "reference/bounds/accumulator_error.h"

namespace ulpgate::softmax_loops::ULPGATE_ISA {
namespace {

constexpr double smallest_normal_double = 0x1p-1022;

[[gnu::always_inline]] inline double larger(double a, double b) { return a > b ? a : b; }

/// The largest power of two in x > 0, a normal double.
[[gnu::always_inline]] inline double power_in(double x) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7FF} << 52;
  return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x) & exponent);
}

// As AccumulatorError has them, of magnitudes in range.
[[gnu::always_inline]] inline double ulp(const Steps& s, double x) {
  return x < s.normal ? s.quantum : 2 * s.u * power_in(x);
}
[[gnu::always_inline]] inline double of_sum(const Steps& s, double x) {
  return x < s.normal ? 0 : s.u * power_in(x);
}

/// Of m - d from both.
[[gnu::always_inline]] inline double of_subtraction(const Steps& s, double d, double rest) {
  const double shift = ulp(s, d) * 0x1p52;
  const bool held = ((d + shift) - shift == d) & (rest == 0);
  return held ? 0 : of_sum(s, d);
}

double exponential_errors(const Steps& given, const Row& row, double* __restrict errors) {
  const Steps s = given;
  // The bits of doubles that are not negative are in their order.
  std::int64_t most = 0;
  const double* differences = row.differences;
  const double* rests = row.rests;
  const double* exponentials = row.exponentials;
  for (std::int64_t i = 0; i < row.count; ++i) {
    const double d = -differences[i], v = exponentials[i];
    const double off = of_subtraction(s, d, rests[i]);
    const double moved = v * (off + off * off);
    const double ulps = s.constant + s.slope * (d + off);
    const double error = moved + ulps * ulp(s, larger(v + moved, smallest_normal_double));
    errors[i] = d == 0 ? 0 : error;
    const auto bits = __builtin_bit_cast(std::int64_t, off);
    most = bits > most ? bits : most;
  }
  return __builtin_bit_cast(double, most);
}

double sum_of(const double* x, std::int64_t count) {
  constexpr std::int64_t lanes = 8;
  double sums[lanes] = {};
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (std::int64_t lane = 0; lane < lanes; ++lane) sums[lane] += x[i + lane];
  for (; i < count; ++i) sums[i % lanes] += x[i];
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

void quotient_bounds(const Steps& given, const Quotient& quotient, const Row& row,
                     double* __restrict bounds) {
  const Steps s = given;
  const Quotient q = quotient;
  const double* exponentials = row.exponentials;
  for (std::int64_t i = 0; i < row.count; ++i) {
    const double y = exponentials[i] * q.inverse_sum;
    const double exact_sums = (bounds[i] + y * q.total) * q.inverse_smallest_sum;
    const double all = exact_sums + exact_sums * q.growth + y * q.growth;
    const double before = (all < 0x1p-1000 ? all + q.floor : all) * bound_evaluation;
    const double size = y + before;
    bounds[i] = (before + size * q.reciprocal + q.ulps * ulp(s, size)) * bound_evaluation;
  }
}

void logarithm_bounds(const Steps& given, const Logarithm& logarithm, const Row& row,
                      double* __restrict bounds) {
  const Steps s = given;
  const Logarithm l = logarithm;
  const double* differences = row.differences;
  const double* rests = row.rests;
  for (std::int64_t i = 0; i < row.count; ++i) {
    const double d = differences[i], value = __builtin_fabs(d - l.log_sum);
    const double error = l.error + (l.subtracts ? of_subtraction(s, -d, rests[i]) : 0);
    bounds[i] = (error + (l.rounds ? of_sum(s, value + error) : 0)) * bound_evaluation;
  }
}

}  // namespace

Loops loops() { return {exponential_errors, sum_of, quotient_bounds, logarithm_bounds}; }

}  // namespace ulpgate::softmax_loops::ULPGATE_ISA
