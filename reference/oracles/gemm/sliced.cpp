#include "reference/oracles/gemm/sliced.h"

#include <atomic>
#include <cmath>
#include <vector>

#include "reference/oracles/gemm/freivalds.h"
#include "reference/oracles/gemm/panels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t longest_block = 128;
constexpr std::int64_t columns_at_once = 192;

/// Matrices of slices, in panels.
struct SlicedPanels {
  PanelLayout layout;
  int matrices;
  std::unique_ptr<double[]> values;

  SlicedPanels(const PanelLayout& l, const Slices& s)
      : layout(l),
        matrices(s.matrices()),
        values(std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(l.size() * s.matrices()))) {}

  const double* at(int matrix, std::int64_t panel, std::int64_t k) const {
    return values.get() + matrix * layout.size() + layout.offset(panel, k);
  }
  void pack(const Slices& slices, std::int64_t panel, const Lines& lines, std::int64_t first,
            std::int64_t end) {
    const std::int64_t size = layout.size();
    double* const out = values.get();
    pack_panel(
        layout, panel, first, end,
        [&](std::int64_t place, std::int64_t line, std::int64_t k) {
          double parts[5];
          cut(lines.integer(line, k), slices, parts);
          if (slices.with_sum) parts[2] = parts[0] + parts[1];
          for (int m = 0; m < matrices; ++m) out[place + m * size] = parts[m];
        },
        [&](std::int64_t place) {
          for (int m = 0; m < matrices; ++m) out[place + m * size] = 0;
        });
  }
};

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
        block_(std::min(longest_block, std::max<std::int64_t>(slicing.length, 1))),
        kernel_(kernel),
        check_(a, b, threads),
        b_panels_(PanelLayout(b.count, b.length, block_, product_kernels().double_columns), slicing.b) {
    const PanelLayout& layout = b_panels_.layout;
    for_each_block(static_cast<std::uint64_t>(layout.panels()), threads, [&](std::uint64_t p, unsigned) {
      const auto panel = static_cast<std::int64_t>(p);
      b_panels_.pack(slicing_.b, panel, b_, panel * layout.width, b_.count);
    });
  }

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    SlicedPanels a(PanelLayout(count, a_.length, block_, product_kernels().rows), slicing_.a);
    for (std::int64_t p = 0; p < a.layout.panels(); ++p)
      a.pack(slicing_.a, p, a_, first + p * a.layout.width, first + count);
    Chunk chunk;
    chunk.stride = columns_at_once / b_panels_.layout.width * b_panels_.layout.width;
    const auto size = static_cast<std::size_t>(a.layout.lines * chunk.stride);
    chunk.products.assign(products_.size(), std::vector<double>(size));
    chunk.sums.resize(size);
    std::vector<std::uint64_t> weights(static_cast<std::size_t>(count));
    std::vector<char> wrong(static_cast<std::size_t>(count));
    for (std::int64_t j = 0; j < b_.count; j += chunk.stride) {
      const std::int64_t width = std::min(chunk.stride, b_.count - j);
      std::fill(chunk.sums.begin(), chunk.sums.end(), 0);
      for (std::int64_t k = 0; k < a_.length; k = end_of_sum(k)) {
        multiply(a, j, width, k, chunk);
        for (std::int64_t r = 0; r < count; ++r) {
          if (!add(chunk, r, width)) wrong[static_cast<std::size_t>(r)] = 1;
        }
      }
      for (std::int64_t r = 0; r < count; ++r) {
        const Int128* const sums = chunk.sums.data() + r * chunk.stride;
        std::uint64_t& weight = weights[static_cast<std::size_t>(r)];
        weight = RowCheck::add(weight, check_.weigh(sums, j, width));
        for (std::int64_t c = 0; c < width; ++c)
          rows.set(r * b_.count + j + c, leading(sums[c], unit(first + r, j + c)));
      }
    }
    for (std::int64_t r = 0; r < count; ++r) {
      const auto at = static_cast<std::size_t>(r);
      if (wrong[at] == 0 && weights[at] == check_.expected(first + r)) continue;
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

  /// Adds a row's products to its sums; false where one is no possible integer.
  bool add(Chunk& chunk, std::int64_t row, std::int64_t width) const {
    bool possible = true;
    const auto integer = [&](std::size_t product, std::int64_t c) {
      const double value = chunk.products[product][static_cast<std::size_t>(row * chunk.stride + c)];
      const bool inside = std::fabs(value) <= 0x1p53;
      possible = possible && inside;
      return inside ? static_cast<std::int64_t>(value) : 0;
    };
    Int128* const sums = chunk.sums.data() + row * chunk.stride;
    for (std::int64_t c = 0; c < width; ++c) {
      if (slicing_.karatsuba()) {
        const std::int64_t high = integer(0, c);
        const std::int64_t low = integer(1, c);
        const std::int64_t middle = integer(2, c) - low - high;
        const int bits = slicing_.a.bits;
        sums[c] += low + (static_cast<Int128>(middle) << bits) + (static_cast<Int128>(high) << (2 * bits));
        continue;
      }
      for (std::size_t t = 0; t < products_.size(); ++t)
        sums[c] += static_cast<Int128>(integer(t, c)) << products_[t].shift;
    }
    return possible;
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
  std::atomic<std::int64_t> refuted_{0};
};

}  // namespace

std::unique_ptr<SumMethod> make_sliced(const Lines& a, const Lines& b, const Slicing& slicing,
                                       unsigned threads, MultiplyDoubles multiply) {
  return std::make_unique<Sliced>(a, b, slicing, threads, multiply);
}

}  // namespace ulpgate::products
