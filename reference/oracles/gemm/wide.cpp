#include "reference/oracles/gemm/wide.h"

#include <bit>
#include <vector>

#include "reference/oracles/gemm/kernels.h"
#include "reference/oracles/gemm/leading.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

struct Words32 {
  using Term = Term32;
  using Bin = std::int64_t;
  static constexpr int rows = binned_rows_32, columns = binned_columns_32, limbs_carried = 1;
  static void add(const Term* a, const Term* b, std::int64_t length, Bin* bins) {
    product_kernels().add_binned_32(a, b, length, bins);
  }
  static void carry(Bin* bins, std::int64_t count, std::int64_t distance) {
    product_kernels().carry_32(bins, count, distance);
  }
  static void gather(const Bin* bins, std::int64_t count, int group, int step, Bin* limbs) {
    product_kernels().gather_32(bins, count, group, step, limbs);
  }
};

struct Words64 {
  using Term = Term64;
  using Bin = Bin128;
  static constexpr int rows = binned_rows_64, columns = binned_columns_64, limbs_carried = 2;
  static void add(const Term* a, const Term* b, std::int64_t length, Bin* bins) {
    product_kernels().add_binned_64(a, b, length, bins);
  }
  static void carry(Bin* bins, std::int64_t count, std::int64_t distance) {
    product_kernels().carry_64(bins, count, distance);
  }
  static void gather(const Bin* bins, std::int64_t count, int group, int step, Bin* limbs) {
    product_kernels().gather_64(bins, count, group, step, limbs);
  }
};

/// A panel of lines as terms, and its largest bin.
template <typename Words>
struct Panel {
  const typename Words::Term* terms;
  int last_bin;
};

template <typename Words>
class Wide : public SumMethod {
  using Term = typename Words::Term;
  using Bin = typename Words::Bin;
  using Part = decltype(Term::significand);
  static constexpr int sums = Words::rows * Words::columns;

 public:
  Wide(const Lines& a, const Lines& b, const Binning& binning, unsigned threads)
      : a_(a), b_(b), binning_(binning), carried_(Words::limbs_carried * binning.bins_of_limb()) {
    const auto panels = static_cast<std::uint64_t>((b.count + Words::columns - 1) / Words::columns);
    b_terms_ = make_storage<Term>(panels * Words::columns * static_cast<std::size_t>(b.length));
    b_last_.resize(panels);
    for_each_block(panels, threads, [&](std::uint64_t panel, unsigned) {
      const auto p = static_cast<std::int64_t>(panel);
      b_last_[panel] =
          pack<Words::columns>(b, p * Words::columns, b_terms_.get() + p * Words::columns * b.length);
    });
  }

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    Scratch scratch;
    const int cleared = binning_.bins + 3 * carried_;
    const auto bins = static_cast<std::size_t>(cleared);
    scratch.bins.resize(bins * sums);
    scratch.limbs.resize(bins / static_cast<std::size_t>(binning_.bins_of_limb()) + 8);
    scratch.gathered.resize(scratch.limbs.size() * sums);
    const auto a_terms = make_storage<Term>(static_cast<std::size_t>(Words::rows * a_.length));
    for (std::int64_t row = 0; row < count; row += Words::rows) {
      const int a_last = pack<Words::rows>(a_, first + row, a_terms.get());
      for (std::int64_t column = 0; column < b_.count; column += Words::columns) {
        const std::int64_t panel = column / Words::columns;
        const int last = a_last + b_last_[static_cast<std::size_t>(panel)];
        add(a_terms.get(), b_terms_.get() + column * b_.length, last, scratch.bins);
        read(scratch, last, first, {row, column}, count, rows);
      }
    }
  }

 private:
  struct Scratch {
    std::vector<Bin> bins;
    std::vector<Bin> gathered;
    std::vector<std::uint32_t> limbs;
  };
  struct Place {
    std::int64_t row;
    std::int64_t column;
  };

  template <int width>
  int pack(const Lines& lines, std::int64_t first, Term* out) const {
    const int step_bits = std::countr_zero(static_cast<unsigned>(binning_.step));
    int last = 0;
    for (int r = 0; r < width; ++r) {
      const std::int64_t line = first + r;
      for (std::int64_t k = 0; k < lines.length; ++k) {
        Term& term = out[k * width + r];
        term = {};
        if (line >= lines.count) continue;
        const std::int64_t significand = lines.significands_of(line)[k];
        if (significand == 0) continue;
        const int distance = lines.exponents_of(line)[k] - lines.ranges[line].low;
        const int bin = distance >> step_bits;
        term.significand = static_cast<Part>(significand << (distance & (binning_.step - 1)));
        term.offset = static_cast<decltype(term.offset)>(bin) * (sums * sizeof(Bin));
        last = std::max(last, bin);
      }
    }
    return last;
  }

  /// Leaves all sums of two panels in bins [0, last + 1 + carried], each in [0, 2^32) or [0, 2^64), and at
  /// most small carries of either sign above.
  void add(const Term* a, const Term* b, int last, std::vector<Bin>& bins) const {
    std::fill_n(bins.begin(), (last + 1 + 3 * carried_) * sums, 0);
    for (std::int64_t k = 0; k < a_.length; k += binning_.additions) {
      const std::int64_t length = std::min(binning_.additions, a_.length - k);
      Words::add(a + k * Words::rows, b + k * Words::columns, length, bins.data());
      Words::carry(bins.data(), last + 1, carried_);
    }
    Words::carry(bins.data(), last + 1 + carried_, carried_);
  }

  /// Bins overlap: they are `step` bits apart, and hold up to 64 or 128.
  void read(Scratch& scratch, int last, std::int64_t first, Place place, std::int64_t count,
            const SumRows& rows) const {
    const int group = binning_.bins_of_limb();
    const int groups = (last + 1 + 2 * carried_ + group - 1) / group;
    Words::gather(scratch.bins.data(), groups, group, binning_.step, scratch.gathered.data());
    for (int s = 0; s < sums; ++s) {
      const std::int64_t row = place.row + s / Words::columns;
      const std::int64_t column = place.column + s % Words::columns;
      if (row >= count || column >= b_.count) continue;
      Bin carry = 0;
      for (int g = 0; g < groups; ++g) {
        carry += scratch.gathered[static_cast<std::size_t>(g) * sums + static_cast<std::size_t>(s)];
        scratch.limbs[static_cast<std::size_t>(g)] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      const int unit = a_.ranges[first + row].low + b_.ranges[column].low;
      const Leading sum = leading(static_cast<std::int64_t>(carry),
                                  std::span(scratch.limbs).first(static_cast<std::size_t>(groups)), unit);
      rows.set(row * b_.count + column, sum);
    }
  }

  const Lines& a_;
  const Lines& b_;
  Binning binning_;
  int carried_;  ///< bins that a carry goes up
  Storage<Term> b_terms_;
  std::vector<int> b_last_;
};

}  // namespace

double wide_cost(const Lines& a, const Lines& b) {
  if (a.too_wide || b.too_wide) return -1;
  const Binning narrow = binning_32(a, b);
  const Binning broad = binning_64(a, b);
  if (narrow.step == 0 && broad.step == 0) return -1;
  if (narrow.step == 0) return broad.cost;
  return broad.step == 0 ? narrow.cost : std::min(narrow.cost, broad.cost);
}

std::unique_ptr<SumMethod> make_wide(const Lines& a, const Lines& b, unsigned threads) {
  const Binning narrow = binning_32(a, b);
  const Binning broad = binning_64(a, b);
  if (narrow.step != 0 && (broad.step == 0 || narrow.cost <= broad.cost))
    return std::make_unique<Wide<Words32>>(a, b, narrow, threads);
  return std::make_unique<Wide<Words64>>(a, b, broad, threads);
}

}  // namespace ulpgate::products
