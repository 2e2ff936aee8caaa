// Speed of the exact products, as ratios to OpenBLAS's dgemm and to a loop over MPFR numbers.
//
// Run by hand. Everything is timed in one run, turn by turn, since a machine's speed varies: each round
// times dgemm, the MPFR loop on some rows, and the oracle, on the same operands. Counters are medians over
// rounds:
//   giga_products   oracle's products per second / 10^9, conversion, checks and magnitudes included
//   of_dgemm        that rate over dgemm's, on as many threads
//   over_mpfr       that rate over the MPFR loop's (one thread; the precision at which it is exact)
// The second argument is the number of threads. With one, time is processor time, so that other work on the
// machine matters little; with more it is what a clock on the wall says.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <bit>
#include <cblas.h>
#include <chrono>
#include <cstring>
#include <ctime>
#include <mpfr.h>
#include <string>
#include <thread>
#include <vector>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/oracles/gemm.h"

namespace ulpgate {
namespace {

enum class Clock { processor, wall };

double seconds(Clock clock) {
  if (clock == Clock::processor) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <typename Work>
double time_of(Clock clock, const Work& work) {
  const double start = seconds(clock);
  work();
  return seconds(clock) - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// After a call, dgemm's threads yield the processor in a loop for 2^26 cycles before they sleep. They would
/// take a part of the oracle's turn.
constexpr std::chrono::milliseconds spinning{200};

enum class Data { every_code, normal };

class Operand {
 public:
  Operand(const Format& format, Data data, std::int64_t size, std::uint64_t seed)
      : format_(format), size_(size), state_(seed), bytes_(count() * format.bytes()), doubles_(count()) {
    for (std::size_t i = 0; i < count(); ++i) {
      const std::uint64_t code = data == Data::normal ? normal() : any_finite();
      std::memcpy(bytes_.data() + i * format.bytes(), &code, format.bytes());
      doubles_[i] = to_double(format, code);
    }
  }

  MatrixView view() const { return {&format_, bytes_.data(), 0, size_, 1}; }
  const double* doubles() const { return doubles_.data(); }

 private:
  std::size_t count() const { return static_cast<std::size_t>(size_ * size_); }

  std::uint64_t word() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t any_finite() {
    for (;;) {
      const std::uint64_t code = word() & format_.code_mask();
      if (is_finite(format_, code)) return code;
    }
  }

  /// Roughly normal: a sum of twelve uniform numbers.
  std::uint64_t normal() {
    double value = -6;
    for (int i = 0; i < 12; ++i) value += static_cast<double>(word() >> 11) * 0x1p-53;
    return encode(format_, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), Rule{}).code;
  }

  const Format& format_;
  std::int64_t size_;
  std::uint64_t state_;
  std::vector<std::byte> bytes_;
  std::vector<double> doubles_;
};

/// Exact sums of the first rows: the precision holds them.
double mpfr_seconds(Clock clock, const Operand& a, const Operand& b, std::int64_t size, std::int64_t rows,
                    int precision) {
  return time_of(clock, [&] {
    mpfr_t sum;
    mpfr_t product;
    mpfr_t factor;
    mpfr_init2(sum, precision);
    mpfr_init2(product, 106);
    mpfr_init2(factor, 53);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < size; ++j) {
        mpfr_set_zero(sum, 1);
        for (std::int64_t k = 0; k < size; ++k) {
          mpfr_set_d(factor, a.doubles()[i * size + k], MPFR_RNDN);
          mpfr_mul_d(product, factor, b.doubles()[k * size + j], MPFR_RNDN);
          mpfr_add(sum, sum, product, MPFR_RNDN);
        }
        benchmark::DoNotOptimize(mpfr_get_d(sum, MPFR_RNDN));
      }
    }
    mpfr_clears(sum, product, factor, nullptr);
  });
}

void products(benchmark::State& state, const Format& format, Data data, int precision, ProductMethod method) {
  const std::int64_t size = state.range(0);
  const auto threads = static_cast<unsigned>(state.range(1));
  const Clock clock = threads == 1 ? Clock::processor : Clock::wall;
  const Operand a(format, data, size, 1);
  const Operand b(format, data, size, 2);
  const ProductProblem problem{.m = size, .n = size, .k = size, .a = a.view(), .b = b.view()};
  std::vector<double> c(static_cast<std::size_t>(size * size));
  const auto order = static_cast<blasint>(size);
  const auto total = static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(size);
  // All rows would take minutes of MPFR.
  const std::int64_t rows = std::max<std::int64_t>(1, (std::int64_t{1} << 20) / (size * size));
  std::vector<double> rates;
  std::vector<double> of_dgemm;
  std::vector<double> over_mpfr;
  openblas_set_num_threads(static_cast<int>(threads));
  std::string certificate;
  while (state.KeepRunning()) {
    const double oracle = time_of(clock, [&] {
      const ProductSums sums = exact_products(problem, {.threads = threads, .method = method});
      benchmark::DoNotOptimize(sums.sum(0, 0, 0));
      certificate = sums.certificate().text();
    });
    const double dgemm = time_of(clock, [&] {
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, order, order, order, 1, a.doubles(), order,
                  b.doubles(), order, 0, c.data(), order);
    });
    const double mpfr = mpfr_seconds(clock, a, b, size, rows, precision) * static_cast<double>(size) /
                        static_cast<double>(rows);
    rates.push_back(total / oracle * 1e-9);
    of_dgemm.push_back(dgemm / oracle);
    over_mpfr.push_back(mpfr / oracle);
    if (threads > 1) std::this_thread::sleep_for(spinning);
  }
  state.counters["giga_products"] = median(rates);
  state.counters["of_dgemm"] = median(of_dgemm);
  state.counters["over_mpfr"] = median(over_mpfr);
  state.SetLabel(certificate);
}

void sizes(benchmark::internal::Benchmark* b) {
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  b->Unit(benchmark::kMillisecond)->UseRealTime();
  for (const std::int64_t size : {128, 512, 1024, 2048}) {
    for (const std::int64_t threads : {std::int64_t{1}, cores}) b->Args({size, threads});
  }
}

// Bits that sums need: twice the range of the data, and log2 k.
constexpr auto chosen = ProductMethod::automatic;
BENCHMARK_CAPTURE(products, e4m3_every_code, formats::e4m3, Data::every_code, 53, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, fp16_every_code, formats::fp16, Data::every_code, 92, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, bf16_every_code, formats::bf16, Data::every_code, 540, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, tf32_every_code, formats::tf32, Data::every_code, 546, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, fp32_every_code, formats::fp32, Data::every_code, 572, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, bf16_normal, formats::bf16, Data::normal, 120, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, fp32_normal, formats::fp32, Data::normal, 120, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, fp64_normal, formats::fp64, Data::normal, 180, chosen)->Apply(sizes);
BENCHMARK_CAPTURE(products, fp64_every_code, formats::fp64, Data::every_code, 4220, chosen)->Apply(sizes);

}  // namespace
}  // namespace ulpgate

BENCHMARK_MAIN();
