// Speed of attention's oracle: elements of o a second, with value and bound, and how many times that is of a
// loop over MPFR numbers that gives the same certificate.
//
// Run by hand. The loop does with Boost.Multiprecision's MPFR numbers of 113 bits what value() and bound()
// tell: every exponential, their sum, a sum of products for each column, lse, and the bounds of the same
// claims from the same terms. Counters are of processor time, medians over rounds that take turns.
#include <benchmark/benchmark.h>
#include <boost/multiprecision/mpfr.hpp>

#include "reference/bench/processor_time.h"
#include "reference/oracles/attention.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

std::vector<double> numbers(std::uint64_t seed, std::int64_t count, double spread) {
  Words words(seed);
  std::vector<double> x;
  for (std::int64_t i = 0; i < count; ++i)
    x.push_back(static_cast<double>(static_cast<float>((words.unit() - 0.5) * spread)));
  return x;
}

double oracle_seconds(const AttentionRow& row, int times) {
  const RowArithmetic claims{.accumulator = &formats::fp32};
  return time_of([&] {
           for (int t = 0; t < times; ++t) {
             const auto oracle = attention_row(row, claims);
             for (std::int64_t i = 0; i <= row.d; ++i) {
               const int output = i == row.d ? 1 : 0;
               RowValue value = oracle->value(output, output == 1 ? 0 : i);
               RowBound bound = oracle->bound(output, output == 1 ? 0 : i);
               benchmark::DoNotOptimize(value);
               benchmark::DoNotOptimize(bound);
             }
           }
         }) /
         times;
}

using Number = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<34>>;

/// Claims: fp32, max first, exp within an ulp, a rounded division.
double mpfr_seconds(const AttentionRow& row) {
  return time_of([&] {
    const Number m = *std::max_element(row.x.begin(), row.x.end()), u = 0x1p-24, quantum = 0x1p-149;
    std::vector<Number> terms, errors;
    Number sum = 0, total = 0;
    for (const double x : row.x) {
      const Number d = x - m;
      terms.push_back(exp(d));
      sum += terms.back();
      errors.push_back(terms.back() * (expm1(Number(abs(d) * u)) + 2 * u) + quantum);
      total += errors.back();
    }
    const double n = static_cast<double>(row.x.size());
    const Number left = sum - total, additions = u * (n - 1), factor = expm1(Number(u * (n + 1)));
    for (std::size_t c = 0; c < static_cast<std::size_t>(row.d); ++c) {
      Number products = 0, of_errors = 0, sizes = 0, below = 0;
      for (std::size_t i = 0; i < row.x.size(); ++i) {
        const double v = row.v[i * static_cast<std::size_t>(row.d) + c];
        products += terms[i] * v;
        const double size = std::fabs(v);
        of_errors += errors[i] * size;
        sizes += (terms[i] + errors[i]) * size;
        if (terms[i] * size < 0x1p-125) below += quantum;
      }
      const Number o = products / sum, before = (of_errors + abs(o) * total) / left;
      const Number bound = before * (1 + additions) + abs(o) * additions +
                           sizes / left * (1 + additions) * factor + below + 2 * quantum;
      benchmark::DoNotOptimize(o.convert_to<double>() + bound.convert_to<double>());
    }
    const Number log_sum = boost::multiprecision::log(sum), lse = m + log_sum;
    const Number bound = log1p(total / left) + additions + (log_sum + abs(lse)) * u;
    benchmark::DoNotOptimize(lse.convert_to<double>() + bound.convert_to<double>());
  });
}

void attention(benchmark::State& state, double spread) {
  const std::int64_t n = state.range(0), d = state.range(1);
  const std::vector<double> x = numbers(1, n, spread), v = numbers(2, n * d, 4);
  const AttentionRow row{.x = x, .v = v, .d = d, .lse = &formats::fp32};
  const int times = static_cast<int>(std::max<std::int64_t>(1, 200000 / (n * d)));
  std::vector<double> rates, products, over_mpfr;
  while (state.KeepRunning()) {
    const double oracle = oracle_seconds(row, times), mpfr = mpfr_seconds(row);
    rates.push_back(static_cast<double>(d) / oracle);
    products.push_back(static_cast<double>(n * d) / oracle);
    over_mpfr.push_back(mpfr / oracle);
  }
  state.counters["elements_per_second"] = median(rates);
  state.counters["products_per_second"] = median(products);
  state.counters["over_mpfr"] = median(over_mpfr);
}

void shapes(benchmark::internal::Benchmark* b) {
  b->Unit(benchmark::kMillisecond)->Args({64, 64})->Args({1024, 64})->Args({4096, 128});
}

BENCHMARK_CAPTURE(attention, near, 10)->Apply(shapes);
BENCHMARK_CAPTURE(attention, wide, 200)->Apply(shapes);

}  // namespace
}  // namespace ulpgate

BENCHMARK_MAIN();
