// Certified elements of layer_norm and rms_norm a second, and the ratio to a loop over Boost.Multiprecision
// numbers that gives the same certificate: an interval of about 100 bits around each y, and the bound of
// fp32, two passes, from the same magnitudes in double.
//
// Run by hand. Both are timed in one run, turn by turn, in processor time; the argument is the row's length.
// Counters are medians over rounds: mega_elements a second of the oracle, its construction included, and
// over_multiprecision.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <vector>

#include "reference/bench/processor_time.h"
#include "reference/bounds/norm_element.h"
#include "reference/oracles/layer_norm.h"
#include "reference/oracles/rms_norm.h"

namespace ulpgate {
namespace {

using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<32>,
                                           boost::multiprecision::et_off>;

/// |value - middle| <= radius, by a running error term.
struct Certified {
  Real middle;
  double radius = 0;
};

double size(const Real& x) { return std::fabs(x.convert_to<double>()); }

Certified rounded(Real middle, double radius) {
  radius += size(middle) * 0x1p-105;
  return {std::move(middle), radius * (1 + 0x1p-50)};
}

Certified operator+(const Certified& a, const Certified& b) {
  return rounded(a.middle + b.middle, a.radius + b.radius);
}
Certified operator-(const Certified& a, const Certified& b) {
  return rounded(a.middle - b.middle, a.radius + b.radius);
}
Certified operator*(const Certified& a, const Certified& b) {
  return rounded(a.middle * b.middle,
                 size(a.middle) * b.radius + size(b.middle) * a.radius + a.radius * b.radius);
}
Certified operator/(const Certified& a, const Certified& b) {
  const double below = size(b.middle) - b.radius;
  return rounded(a.middle / b.middle, (a.radius + size(a.middle) / below * b.radius) / below);
}
Certified root(const Certified& x) {
  const Real middle = sqrt(x.middle);
  return rounded(middle, x.radius / size(middle));
}

std::uint64_t word(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Roughly normal numbers with `bits` bits.
std::vector<double> numbers(std::int64_t count, int bits, std::uint64_t seed) {
  std::vector<double> result;
  for (std::int64_t i = 0; i < count; ++i) {
    double sum = -6;
    for (int j = 0; j < 12; ++j) sum += static_cast<double>(word(seed) >> 11) * 0x1p-53;
    const double unit = std::ldexp(1.0, std::ilogb(sum) + 1 - bits);
    result.push_back(std::nearbyint(sum / unit) * unit);
  }
  return result;
}

struct Row {
  std::vector<double> x, gamma, beta;
};

void by_oracle(const Row& row, bool layer) {
  RowArithmetic claims;
  claims.accumulator = &formats::fp32;
  const auto oracle = layer ? layer_norm_row({row.x, row.gamma, row.beta, 1e-5F}, claims)
                            : rms_norm_row({row.x, row.gamma, 1e-5F}, claims);
  for (std::size_t i = 0; i < row.x.size(); ++i) {
    RowValue value = oracle->value(0, static_cast<std::int64_t>(i));
    RowBound bound = oracle->bound(0, static_cast<std::int64_t>(i));
    benchmark::DoNotOptimize(value);
    benchmark::DoNotOptimize(bound);
  }
}

void by_multiprecision(const Row& row, bool layer) {
  const Certified n{Real(row.x.size())}, one{Real(1)};
  Certified sum{Real(0)}, squares{Real(0)};
  for (const double x : row.x) sum = sum + Certified{Real(x)};
  const Certified mean = layer ? sum / n : Certified{Real(0)};
  for (const double x : row.x) {
    const Certified d = Certified{Real(x)} - mean;
    squares = squares + d * d;
  }
  const Certified variance = squares / n, rstd = one / root(variance + Certified{Real(1e-5F)});
  RowArithmetic claims;
  claims.accumulator = &formats::fp32;
  const RoundedSteps steps(claims);
  NormData data;
  data.n = static_cast<std::int64_t>(row.x.size());
  data.centred = layer;
  const auto [lowest, highest] = std::minmax_element(row.x.begin(), row.x.end());
  data.lowest = *lowest;
  data.highest = *highest;
  data.magnitude = std::max(-*lowest, *highest);
  data.mean = mean.middle.convert_to<double>();
  data.variance = data.mean_square = variance.middle.convert_to<double>();
  data.eps = 1e-5F;
  data.quantum = -200;
  const NormErrors errors = norm_errors(steps, data);
  for (std::size_t i = 0; i < row.x.size(); ++i) {
    Certified y = (Certified{Real(row.x[i])} - mean) * rstd * Certified{Real(row.gamma[i])};
    if (layer) y = y + Certified{Real(row.beta[i])};
    benchmark::DoNotOptimize(y);
    NormElement element;
    element.x = std::fabs(row.x[i]);
    element.deviation = size(Real(row.x[i]) - mean.middle);
    element.mean = size(mean.middle);
    element.rstd = size(rstd.middle);
    element.gamma = std::fabs(row.gamma[i]);
    element.beta = layer ? std::fabs(row.beta[i]) : 0;
    element.y = size(y.middle);
    element.has_gamma = true;
    element.has_beta = layer;
    RowBound bound = norm_element_bound(steps, errors, layer, element);
    benchmark::DoNotOptimize(bound);
  }
}

void norm(benchmark::State& state, bool layer, int bits) {
  const std::int64_t n = state.range(0);
  const Row row{numbers(n, bits, 1), numbers(n, bits, 2), numbers(n, bits, 3)};
  const std::int64_t rows = std::max<std::int64_t>(1, (1 << 16) / n);
  const auto elements = static_cast<double>(rows * n);
  std::vector<double> rates, ratios;
  while (state.KeepRunning()) {
    const double oracle = time_of([&] {
      for (std::int64_t r = 0; r < rows; ++r) by_oracle(row, layer);
    });
    const double multiprecision = time_of([&] {
      for (std::int64_t r = 0; r < rows; ++r) by_multiprecision(row, layer);
    });
    rates.push_back(elements / oracle * 1e-6);
    ratios.push_back(multiprecision / oracle);
  }
  state.counters["mega_elements"] = median(rates);
  state.counters["over_multiprecision"] = median(ratios);
}

void lengths(benchmark::internal::Benchmark* b) {
  b->Unit(benchmark::kMillisecond)->Iterations(7);
  for (const std::int64_t n : {64, 1024, 16384}) b->Arg(n);
}

BENCHMARK_CAPTURE(norm, layer_norm_fp32, true, 24)->Apply(lengths);
BENCHMARK_CAPTURE(norm, layer_norm_bf16, true, 8)->Apply(lengths);
BENCHMARK_CAPTURE(norm, rms_norm_fp32, false, 24)->Apply(lengths);

}  // namespace
}  // namespace ulpgate

BENCHMARK_MAIN();
