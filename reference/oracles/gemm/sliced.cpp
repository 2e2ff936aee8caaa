#include "reference/oracles/gemm/sliced.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "reference/oracles/gemm/freivalds.h"
#include "reference/oracles/gemm/sliced_panels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t columns_at_once = 192;

/// Whether units of lines, their products, and these with 2^53 are normal doubles.
bool moderate(const Lines& lines) {
  return std::all_of(lines.ranges.begin(), lines.ranges.end(),
                     [](const LineRange& range) { return std::abs(range.low) <= 450; });
}

/// What one task works in: a chunk of columns of its rows.
struct Chunk {
  std::int64_t stride = 0;                    ///< of the arrays below: columns of a whole chunk
  std::vector<std::vector<double>> products;  ///< one for each product of slices
  std::vector<Int128> sums;
};

class Sliced : public SumMethod {
 public:
  Sliced(const Lines& a, const Lines& b, const Slicing& slicing, unsigned threads, MultiplyDoubles kernel)
      : a_(a),
        b_(b),
        slicing_(slicing),
        products_(slicing.products()),
        block_(std::min(longest_slice_block, std::max<std::int64_t>(slicing.length, 1))),
        kernel_(kernel),
        check_(a, b, threads),
        b_panels_(PanelLayout(b.count, b.length, block_, product_kernels().double_columns), slicing.b),
        single_(products_.size() == 1 && end_of_sum(0) == a.length && moderate(a) && moderate(b)) {
    for (const LineRange& range : b.ranges) b_units_.push_back(single_ ? power_of_two(range.low) : 0);
    const PanelLayout& layout = b_panels_.layout;
    for_each_block(static_cast<std::uint64_t>(layout.panels()), threads, [&](std::uint64_t p, unsigned) {
      const auto panel = static_cast<std::int64_t>(p);
      b_panels_.pack(panel, b_, panel * layout.width, b_.count);
    });
  }

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    SlicedPanels a(PanelLayout(count, a_.length, block_, product_kernels().rows), slicing_.a);
    for (std::int64_t p = 0; p < a.layout.panels(); ++p)
      a.pack(p, a_, first + p * a.layout.width, first + count);
    Chunk chunk;
    chunk.stride = columns_at_once / b_panels_.layout.width * b_panels_.layout.width;
    const auto size = static_cast<std::size_t>(a.layout.lines * chunk.stride);
    chunk.products.assign(products_.size(), std::vector<double>(size));
    chunk.sums.resize(size);
    std::vector<std::uint64_t> weights(static_cast<std::size_t>(count));
    for (std::int64_t j = 0; j < b_.count; j += chunk.stride) {
      const std::int64_t width = std::min(chunk.stride, b_.count - j);
      std::int64_t k = 0;
      do {
        multiply(a, j, width, k, chunk);
        for (std::int64_t r = 0; r < count && !single_; ++r) add(chunk, r, width, k == 0);
        k = end_of_sum(k);
      } while (k < a_.length);
      for (std::int64_t r = 0; r < count; ++r) {
        std::uint64_t& weight = weights[static_cast<std::size_t>(r)];
        const std::uint64_t more =
            single_ ? store_single(chunk, first, r, j, width, rows) : store(chunk, first, r, j, width, rows);
        weight = RowCheck::add(weight, more);
      }
    }
    for (std::int64_t r = 0; r < count; ++r) {
      if (weights[static_cast<std::size_t>(r)] == check_.expected(first + r)) continue;
      ++refuted_;
      compute_again(first, r, rows);
    }
  }

  MethodFacts facts() const override {
    return {.matrix_products = static_cast<std::int64_t>(products_.size()),
            .rows_checked = a_.count,
            .rows_refuted = refuted_};
  }

 private:
  int unit(std::int64_t row, std::int64_t column) const {
    return a_.ranges[static_cast<std::size_t>(row)].low + b_.ranges[static_cast<std::size_t>(column)].low;
  }

  /// Where the exact sum that begins at k ends: whole blocks.
  std::int64_t end_of_sum(std::int64_t k) const {
    return std::min(k + slicing_.length / block_ * block_, a_.length);
  }

  void multiply(const SlicedPanels& a, std::int64_t j, std::int64_t width, std::int64_t first_k,
                Chunk& chunk) const {
    const PanelLayout& b_layout = b_panels_.layout;
    for (std::size_t t = 0; t < products_.size(); ++t) {
      for (std::int64_t k = first_k; k < end_of_sum(first_k); k += block_) {
        const std::int64_t length = a.layout.block_length(k);
        for (std::int64_t c = 0; c < width; c += b_layout.width) {
          const double* const b = b_panels_.at(products_[t].b, (j + c) / b_layout.width, k);
          for (std::int64_t p = 0; p < a.layout.panels(); ++p) {
            double* const to = chunk.products[t].data() + p * a.layout.width * chunk.stride + c;
            kernel_(a.at(products_[t].a, p, k), b, length, to, chunk.stride, k != first_k);
          }
        }
      }
    }
  }

  /// Adds a row's products to its sums, or begins them. What is no integer that could be right becomes 0,
  /// which the check will find to be wrong.
  void add(Chunk& chunk, std::int64_t row, std::int64_t width, bool begin) const {
    const std::int64_t start = row * chunk.stride;
    Int128* const sums = chunk.sums.data() + start;
    if (begin) std::fill_n(sums, width, 0);
    if (slicing_.karatsuba()) {
      const double* const highs = chunk.products[0].data() + start;
      const double* const lows = chunk.products[1].data() + start;
      const double* const both = chunk.products[2].data() + start;
      const int bits = slicing_.a.bits;
      for (std::int64_t c = 0; c < width; ++c) {
        const std::int64_t high = integer(highs[c]);
        const std::int64_t low = integer(lows[c]);
        const std::int64_t middle = integer(both[c]) - low - high;
        sums[c] += low + (static_cast<Int128>(middle) << bits) + (static_cast<Int128>(high) << (2 * bits));
      }
      return;
    }
    for (std::size_t t = 0; t < products_.size(); ++t) {
      const double* const from = chunk.products[t].data() + start;
      for (std::int64_t c = 0; c < width; ++c)
        sums[c] += static_cast<Int128>(integer(from[c])) << products_[t].shift;
    }
  }

  static std::int64_t integer(double value) {
    return std::fabs(value) <= 0x1p53 ? static_cast<std::int64_t>(value) : 0;
  }

  /// Writes a chunk's sums of one row; their weight.
  std::uint64_t store(const Chunk& chunk, std::int64_t first, std::int64_t r, std::int64_t j,
                      std::int64_t width, const SumRows& rows) const {
    const Int128* const sums = chunk.sums.data() + r * chunk.stride;
    for (std::int64_t c = 0; c < width; ++c)
      rows.set(r * b_.count + j + c, leading(sums[c], unit(first + r, j + c)));
    return check_.weigh(sums, j, width);
  }

  /// The same where one product is the whole sum: a double as it is.
  std::uint64_t store_single(const Chunk& chunk, std::int64_t first, std::int64_t r, std::int64_t j,
                             std::int64_t width, const SumRows& rows) const {
    const double* const products = chunk.products[0].data() + r * chunk.stride;
    const double row_unit = power_of_two(a_.ranges[static_cast<std::size_t>(first + r)].low);
    const std::int64_t out = r * b_.count + j;
    std::int64_t integers[columns_at_once];
    for (std::int64_t c = 0; c < width; ++c) {
      // What is stored is what is checked.
      integers[c] = integer(products[c]);
      rows.high[out + c] =
          static_cast<double>(integers[c]) * row_unit * b_units_[static_cast<std::size_t>(j + c)];
    }
    std::fill_n(rows.low + out, width, 0.0);
    std::fill_n(rows.flags + out, width, std::uint8_t{0});
    return check_.weigh(integers, j, width);
  }

  void compute_again(std::int64_t first, std::int64_t r, const SumRows& rows) const {
    for (std::int64_t j = 0; j < b_.count; ++j) {
      Int128 sum = 0;
      for (std::int64_t k = 0; k < a_.length; ++k)
        sum += static_cast<Int128>(a_.integer(first + r, k)) * b_.integer(j, k);
      rows.set(r * b_.count + j, leading(sum, unit(first + r, j)));
    }
  }

  const Lines& a_;
  const Lines& b_;
  Slicing slicing_;
  std::vector<SliceProduct> products_;
  std::int64_t block_;  ///< of k, in panels
  MultiplyDoubles kernel_;
  RowCheck check_;
  SlicedPanels b_panels_;
  bool single_;                  ///< one exact product is the whole sum, and its unit a plain double
  std::vector<double> b_units_;  ///< 2^low of each column, if single_
  std::atomic<std::int64_t> refuted_{0};
};

}  // namespace

std::unique_ptr<SumMethod> make_sliced(const Lines& a, const Lines& b, const Slicing& slicing,
                                       unsigned threads, MultiplyDoubles multiply) {
  return std::make_unique<Sliced>(a, b, slicing, threads, multiply);
}

}  // namespace ulpgate::products
