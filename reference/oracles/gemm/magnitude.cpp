#include "reference/oracles/gemm/magnitude.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <vector>

#include "reference/oracles/gemm/kernels.h"
#include "reference/oracles/gemm/leading.h"
#include "reference/oracles/gemm/panels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t block_of_k = 256;
constexpr std::int64_t columns_at_once = 384;
constexpr double safety = 1 + 0x1p-15;

template <typename T>
class Blocked : public Magnitudes {
 public:
  Blocked(const Lines& a, const Lines& b, unsigned threads)
      : a_(a), b_(b), b_layout_(b.count, b.length, block_of_k, columns()) {
    b_panels_ = make_storage<T>(static_cast<std::size_t>(b_layout_.size()));
    for_each_block(static_cast<std::uint64_t>(b_layout_.panels()), threads, [&](std::uint64_t p, unsigned) {
      const auto panel = static_cast<std::int64_t>(p);
      pack(b_layout_, panel, b_, panel * b_layout_.width, b_.count, b_panels_.get());
    });
    for (const LineRange& range : b.ranges) {
      moderate_ = moderate_ && std::abs(range.top) < 400;
      b_powers_.push_back(moderate_ ? power_of_two(range.top) : 0);
    }
  }

  void fill(std::int64_t first, std::int64_t count, double* rows) const override {
    const PanelLayout a_layout(count, a_.length, block_of_k, product_kernels().rows);
    const auto a_panels = make_storage<T>(static_cast<std::size_t>(a_layout.size()));
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
    for (std::int64_t r = 0; r < count; ++r) scale(first + r, rows + r * b_.count);
  }

 private:
  static constexpr bool single = std::is_same_v<T, float>;
  static int columns() { return single ? product_kernels().float_columns : product_kernels().double_columns; }

  static void pack(const PanelLayout& layout, std::int64_t panel, const Lines& lines, std::int64_t first,
                   std::int64_t end, T* out) {
    double upper[block_of_k];
    pack_panel(layout, panel, first, end,
               [&](std::int64_t places, std::int64_t line, std::int64_t k, std::int64_t length) {
                 if (line < 0) {
                   std::fill_n(upper, length, 0.0);
                 } else {
                   product_kernels().to_upper_bounds(
                       lines.significands_of(line) + k, lines.exponents_of(line) + k,
                       lines.ranges[static_cast<std::size_t>(line)].top, length, upper);
                 }
                 for (std::int64_t t = 0; t < length; ++t)
                   out[places + t * layout.width] = static_cast<T>(upper[t]);
               });
  }

  void scale(std::int64_t line, double* row) const {
    const int top = a_.ranges[static_cast<std::size_t>(line)].top;
    if (moderate_ && std::abs(top) < 400) {
      const double factor = safety * power_of_two(top);
      for (std::int64_t j = 0; j < b_.count; ++j) row[j] *= factor * b_powers_[static_cast<std::size_t>(j)];
      return;
    }
    for (std::int64_t j = 0; j < b_.count; ++j)
      row[j] = scaled_up(row[j] * safety, top + b_.ranges[static_cast<std::size_t>(j)].top);
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
  Storage<T> b_panels_;
  bool moderate_ = true;  ///< no column's top is beyond 2^400: powers and products of two are plain doubles
  std::vector<double> b_powers_;
};

/// Each sum in units of its own largest product: for ranges beyond double's.
class Tracked : public Magnitudes {
 public:
  Tracked(const Lines& a, const Lines& b)
      : a_(a), b_(b), b_bounds_(static_cast<std::size_t>(b.count * b.length)) {
    for (std::int64_t j = 0; j < b.count; ++j) bound(b, j, b_bounds_.data() + j * b.length);
  }

  void fill(std::int64_t first, std::int64_t count, double* rows) const override {
    std::vector<double> bounds(static_cast<std::size_t>(a_.length));
    for (std::int64_t r = 0; r < count; ++r) {
      bound(a_, first + r, bounds.data());
      for (std::int64_t j = 0; j < b_.count; ++j) rows[r * b_.count + j] = sum(first + r, j, bounds.data());
    }
  }

 private:
  /// Upper bounds of a line's significands.
  static void bound(const Lines& lines, std::int64_t line, double* bounds) {
    const std::vector<std::int16_t> exponents(static_cast<std::size_t>(lines.length));
    product_kernels().to_upper_bounds(lines.significands_of(line), exponents.data(), 0, lines.length, bounds);
  }

  /// A product is x * y * 2^exponent; below 2^(top - 200) it counts as that, which for k below 2^39 adds less
  /// than 2^-30 of the sum.
  double sum(std::int64_t row, std::int64_t column, const double* x) const {
    constexpr int none = std::numeric_limits<int>::min();
    const double* const y = b_bounds_.data() + column * b_.length;
    const std::int16_t* const x_exponents = a_.exponents_of(row);
    const std::int16_t* const y_exponents = b_.exponents_of(column);
    int top = none;
    for (std::int64_t k = 0; k < a_.length; ++k) {
      const int exponent = x_exponents[k] + y_exponents[k];
      if (exponent > top && x[k] * y[k] != 0) top = exponent;
    }
    if (top == none) return 0;
    double total = 0;
    for (std::int64_t k = 0; k < a_.length; ++k)
      total += x[k] * y[k] * power_of_two(std::max(x_exponents[k] + y_exponents[k] - top, -200));
    return scaled_up(total * safety, top);
  }

  const Lines& a_;
  const Lines& b_;
  std::vector<double> b_bounds_;
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
  if (exponent > -900 && exponent < 900) return value * power_of_two(exponent);
  const double result = std::ldexp(value, exponent);
  return result < 0x1p-900 ? std::nextafter(result, 1.0) : result;
}

}  // namespace ulpgate::products
