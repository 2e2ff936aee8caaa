#include "reference/oracles/gemm/magnitude.h"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "reference/oracles/gemm/kernels.h"
#include "reference/oracles/gemm/panels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t block_of_k = 256;
constexpr std::int64_t columns_at_once = 384;
constexpr double safety = 1 + 0x1p-15;

std::uint64_t magnitude_of(std::int64_t significand) {
  return static_cast<std::uint64_t>(significand < 0 ? -significand : significand);
}

/// 2^exponent, exponent in [-1022, 1023].
double power(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// |significand| * 2^exponent, rounded up to 26 bits.
double rounded_up(std::int64_t significand, int exponent) {
  std::uint64_t magnitude = magnitude_of(significand);
  const int excess = std::max(static_cast<int>(std::bit_width(magnitude)) - 26, 0);
  magnitude = (magnitude + Format::ones(excess)) >> excess;
  return static_cast<double>(magnitude) * power(exponent + excess);
}

template <typename T>
class Blocked : public Magnitudes {
 public:
  Blocked(const Lines& a, const Lines& b, unsigned threads)
      : a_(a), b_(b), b_layout_(b.count, b.length, block_of_k, columns()) {
    b_panels_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(b_layout_.size()));
    for_each_block(static_cast<std::uint64_t>(b_layout_.panels()), threads, [&](std::uint64_t p, unsigned) {
      const auto panel = static_cast<std::int64_t>(p);
      pack(b_layout_, panel, b_, panel * b_layout_.width, b_.count, b_panels_.get());
    });
  }

  void fill(std::int64_t first, std::int64_t count, double* rows) const override {
    const PanelLayout a_layout(count, a_.length, block_of_k, product_kernels().rows);
    const auto a_panels = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(a_layout.size()));
    for (std::int64_t p = 0; p < a_layout.panels(); ++p)
      pack(a_layout, p, a_, first + p * a_layout.width, first + count, a_panels.get());
    std::fill_n(rows, count * b_.count, 0.0);
    const std::int64_t chunk = columns_at_once / columns() * columns();
    std::vector<T> block(static_cast<std::size_t>(a_layout.lines * chunk));
    for (std::int64_t j = 0; j < b_.count; j += chunk) {
      const std::int64_t width = std::min(chunk, b_.count - j);
      for (std::int64_t k = 0; k < a_.length; k += block_of_k) {
        multiply(a_layout, a_panels.get(), j, width, k, block);
        for (std::int64_t r = 0; r < count; ++r) {
          const T* const from = block.data() + r * chunk;
          double* const to = rows + r * b_.count + j;
          for (std::int64_t c = 0; c < width; ++c) to[c] += static_cast<double>(from[c]);
        }
      }
    }
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t j = 0; j < b_.count; ++j) {
        double& sum = rows[r * b_.count + j];
        sum = scaled_up(sum * safety, a_.ranges[first + r].top + b_.ranges[j].top);
      }
    }
  }

 private:
  static constexpr bool single = std::is_same_v<T, float>;
  static int columns() { return single ? product_kernels().float_columns : product_kernels().double_columns; }

  static T value(const Lines& lines, std::int64_t line, std::int64_t k) {
    const std::int64_t significand = lines.significands_of(line)[k];
    if (significand == 0) return 0;
    return static_cast<T>(rounded_up(significand, lines.exponents_of(line)[k] - lines.ranges[line].top));
  }

  static void pack(const PanelLayout& layout, std::int64_t panel, const Lines& lines, std::int64_t first,
                   std::int64_t end, T* out) {
    pack_panel(
        layout, panel, first, end,
        [&](std::int64_t place, std::int64_t line, std::int64_t k) { out[place] = value(lines, line, k); },
        [&](std::int64_t place) { out[place] = 0; });
  }

  /// One block of k: rows of `a` with columns [j, j + width), rounded up to whole panels.
  void multiply(const PanelLayout& a_layout, const T* a, std::int64_t j, std::int64_t width, std::int64_t k,
                std::vector<T>& out) const {
    const ProductKernels& kernels = product_kernels();
    const std::int64_t length = a_layout.block_length(k);
    const std::int64_t stride = static_cast<std::int64_t>(out.size()) / a_layout.lines;
    for (std::int64_t c = 0; c < width; c += columns()) {
      const T* const b = b_panels_.get() + b_layout_.offset((j + c) / columns(), k);
      for (std::int64_t p = 0; p < a_layout.panels(); ++p) {
        const T* const rows = a + a_layout.offset(p, k);
        T* const to = out.data() + p * a_layout.width * stride + c;
        if constexpr (single) {
          kernels.multiply_floats(rows, b, length, to, stride, false);
        } else {
          kernels.multiply_doubles(rows, b, length, to, stride, false);
        }
      }
    }
  }

  const Lines& a_;
  const Lines& b_;
  PanelLayout b_layout_;
  std::unique_ptr<T[]> b_panels_;
};

/// Each sum in units of its own largest product: for ranges beyond double's.
class Tracked : public Magnitudes {
 public:
  Tracked(const Lines& a, const Lines& b) : a_(a), b_(b) {}

  void fill(std::int64_t first, std::int64_t count, double* rows) const override {
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t j = 0; j < b_.count; ++j) rows[r * b_.count + j] = sum(first + r, j);
    }
  }

 private:
  /// A product is |x * y| * 2^exponent; below 2^(top - 200) it counts as that, which for k below 2^39 adds
  /// less than 2^-100 of the sum.
  double sum(std::int64_t row, std::int64_t column) const {
    constexpr int none = std::numeric_limits<int>::min();
    const std::int64_t* const x = a_.significands_of(row);
    const std::int64_t* const y = b_.significands_of(column);
    const std::int16_t* const x_exponents = a_.exponents_of(row);
    const std::int16_t* const y_exponents = b_.exponents_of(column);
    int top = none;
    for (std::int64_t k = 0; k < a_.length; ++k) {
      if (x[k] != 0 && y[k] != 0) top = std::max(top, x_exponents[k] + y_exponents[k]);
    }
    if (top == none) return 0;
    double total = 0;
    for (std::int64_t k = 0; k < a_.length; ++k) {
      if (x[k] == 0 || y[k] == 0) continue;
      const int exponent = std::max(x_exponents[k] + y_exponents[k] - top, -200);
      total += rounded_up(x[k], 0) * rounded_up(y[k], 0) * power(exponent);
    }
    return scaled_up(total * safety, top);
  }

  const Lines& a_;
  const Lines& b_;
};

}  // namespace

std::unique_ptr<Magnitudes> make_magnitudes(const Lines& a, const Lines& b, unsigned threads) {
  const int width = a.width + b.width;
  if (width <= 126 && a.significand_bits <= 12 && b.significand_bits <= 12)
    return std::make_unique<Blocked<float>>(a, b, threads);
  if (width <= 1000) return std::make_unique<Blocked<double>>(a, b, threads);
  return std::make_unique<Tracked>(a, b);
}

double scaled_up(double value, int exponent) {
  if (value == 0) return 0;
  if (exponent > -900 && exponent < 900) return value * power(exponent);
  const double result = std::ldexp(value, exponent);
  return result < 0x1p-900 ? std::nextafter(result, 1.0) : result;
}

}  // namespace ulpgate::products
