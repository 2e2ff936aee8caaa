// Speed of the softmax oracle: elements per second with value and bound, and how many times that is of a loop
// over MPFR numbers that gives the same certificate.
//
// Run by hand. The loop does with Boost.Multiprecision's MPFR numbers of 113 bits what value() and bound()
// tell: every exponential, their sum and the quotient, and the bound of the same claims from the same terms.
// Counters are of processor time, medians over rounds that take turns.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <boost/multiprecision/mpfr.hpp>
#include <vector>

#include "reference/bench/processor_time.h"
#include "reference/oracles/softmax.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

std::vector<double> logits(std::int64_t n, double spread) {
  Words words(1);
  std::vector<double> x;
  for (std::int64_t i = 0; i < n; ++i)
    x.push_back(static_cast<double>(static_cast<float>((words.unit() - 0.5) * spread)));
  return x;
}

double oracle_seconds(const std::vector<double>& x, bool log, int times) {
  const RowArithmetic claims{.accumulator = &formats::fp32};
  return time_of([&] {
           for (int t = 0; t < times; ++t) {
             const auto oracle = softmax_row({.x = x, .log = log, .y = &formats::fp32}, claims);
             for (std::size_t i = 0; i < x.size(); ++i) {
               const auto place = static_cast<std::int64_t>(i);
               RowValue value = oracle->value(0, place);
               RowBound bound = oracle->bound(0, place);
               benchmark::DoNotOptimize(value);
               benchmark::DoNotOptimize(bound);
             }
           }
         }) /
         times;
}

using Number = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<34>>;

/// Claims: fp32, max first, exp within an ulp.
double mpfr_seconds(const std::vector<double>& x, bool log) {
  return time_of([&] {
    const Number m = *std::max_element(x.begin(), x.end()), u = 0x1p-24;
    std::vector<Number> differences, terms, errors;
    Number sum = 0, total = 0;
    for (const double value : x) {
      differences.push_back(value - m);
      terms.push_back(exp(differences.back()));
      sum += terms.back();
      const Number argument = abs(differences.back()) * u;
      errors.push_back(terms.back() * (expm1(argument) + 2 * u) + 0x1p-149);
      total += errors.back();
    }
    const Number left = sum - total, additions = u * static_cast<double>(x.size() - 1);
    const Number log_sum = boost::multiprecision::log(sum), of_log = log1p(total / left) + additions;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (log) {
        const Number value = differences[i] - log_sum;
        const Number bound = of_log + abs(differences[i]) * u + abs(value) * u;
        benchmark::DoNotOptimize(value.convert_to<double>() + bound.convert_to<double>());
      } else {
        const Number value = terms[i] / sum;
        const Number bound = (errors[i] + value * total) / left * (1 + additions) + value * additions;
        benchmark::DoNotOptimize(value.convert_to<double>() + bound.convert_to<double>());
      }
    }
  });
}

void softmax(benchmark::State& state, double spread, bool log) {
  const auto x = logits(state.range(0), spread);
  const auto n = static_cast<double>(x.size());
  const int times = static_cast<int>(std::max<std::int64_t>(1, 300000 / state.range(0)));
  std::vector<double> rates, over_mpfr;
  while (state.KeepRunning()) {
    const double oracle = oracle_seconds(x, log, times), mpfr = mpfr_seconds(x, log);
    rates.push_back(n / oracle);
    over_mpfr.push_back(mpfr / oracle);
  }
  state.counters["elements_per_second"] = median(rates);
  state.counters["over_mpfr"] = median(over_mpfr);
}

void lengths(benchmark::internal::Benchmark* b) {
  b->Unit(benchmark::kMillisecond)->Arg(64)->Arg(1024)->Arg(65536);
}

BENCHMARK_CAPTURE(softmax, near, 10, false)->Apply(lengths);
BENCHMARK_CAPTURE(softmax, wide, 200, false)->Apply(lengths);
BENCHMARK_CAPTURE(softmax, near_log, 10, true)->Apply(lengths);

}  // namespace
}  // namespace ulpgate

BENCHMARK_MAIN();
