#include "reference/oracles/gemm/fixed_point.h"

#include <bit>
#include <vector>

#include "reference/oracles/gemm/kernels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t lines_at_once = 32;
constexpr std::int64_t columns_of_kernel = 4;

template <typename Integer>
Storage<Integer> lines_as(const Lines& lines, unsigned threads) {
  auto integers = make_storage<Integer>(static_cast<std::size_t>(lines.count * lines.length));
  const auto blocks = static_cast<std::uint64_t>((lines.count + lines_at_once - 1) / lines_at_once);
  for_each_block(blocks, threads, [&](std::uint64_t block, unsigned) {
    const std::int64_t first = static_cast<std::int64_t>(block) * lines_at_once;
    const std::int64_t last = std::min(first + lines_at_once, lines.count);
    for (std::int64_t line = first; line < last; ++line) {
      for (std::int64_t k = 0; k < lines.length; ++k)
        integers[line * lines.length + k] = static_cast<Integer>(lines.integer(line, k));
    }
  });
  return integers;
}

class ShortFixedPoint : public SumMethod {
 public:
  ShortFixedPoint(const Lines& a, const Lines& b, unsigned threads)
      : a_(a),
        b_(b),
        a_integers_(lines_as<std::int32_t>(a, threads)),
        b_integers_(lines_as<std::int32_t>(b, threads)) {}

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    const ProductKernels& kernels = product_kernels();
    for (std::int64_t j = 0; j < b_.count; j += columns_of_kernel) {
      const std::int64_t columns = std::min(columns_of_kernel, b_.count - j);
      const std::int32_t* b[columns_of_kernel];
      for (std::int64_t c = 0; c < columns_of_kernel; ++c)
        b[c] = b_integers_.get() + (j + std::min(c, columns - 1)) * b_.length;
      for (std::int64_t r = 0; r < count; ++r) {
        std::int64_t sums[columns_of_kernel];
        kernels.dot_integers(a_integers_.get() + (first + r) * a_.length, b, a_.length, sums);
        for (std::int64_t c = 0; c < columns; ++c) {
          const int unit = a_.ranges[first + r].low + b_.ranges[j + c].low;
          rows.set(r * b_.count + j + c, leading(Int128{sums[c]}, unit));
        }
      }
    }
  }

 private:
  const Lines& a_;
  const Lines& b_;
  Storage<std::int32_t> a_integers_;
  Storage<std::int32_t> b_integers_;
};

class LongFixedPoint : public SumMethod {
 public:
  LongFixedPoint(const Lines& a, const Lines& b, unsigned threads)
      : a_(a), b_(b), a_integers_(integers_of(a, threads)), b_integers_(integers_of(b, threads)) {}

  void fill(std::int64_t first, std::int64_t count, const SumRows& rows) override {
    for (std::int64_t j = 0; j < b_.count; ++j) {
      for (std::int64_t r = 0; r < count; ++r) {
        const Int128 sum =
            dot(a_integers_.get() + (first + r) * a_.length, b_integers_.get() + j * b_.length, a_.length);
        rows.set(r * b_.count + j, leading(sum, a_.ranges[first + r].low + b_.ranges[j].low));
      }
    }
  }

 private:
  const Lines& a_;
  const Lines& b_;
  Storage<std::int64_t> a_integers_;
  Storage<std::int64_t> b_integers_;
};

}  // namespace

int sum_bits(const Lines& a, const Lines& b) {
  return a.width + b.width + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(a.length)));
}

bool fits_fixed_point(const Lines& a, const Lines& b) {
  return !a.too_wide && !b.too_wide && a.width <= 62 && b.width <= 62 && sum_bits(a, b) <= 126;
}

bool fits_short_fixed_point(const Lines& a, const Lines& b) {
  return fits_fixed_point(a, b) && a.width <= 31 && b.width <= 31 && sum_bits(a, b) <= 62;
}

std::unique_ptr<SumMethod> make_fixed_point(const Lines& a, const Lines& b, unsigned threads) {
  if (fits_short_fixed_point(a, b)) return std::make_unique<ShortFixedPoint>(a, b, threads);
  return std::make_unique<LongFixedPoint>(a, b, threads);
}

Storage<std::int64_t> integers_of(const Lines& lines, unsigned threads) {
  return lines_as<std::int64_t>(lines, threads);
}

Int128 dot(const std::int64_t* a, const std::int64_t* b, std::int64_t length) {
  Int128 sum = 0;
  for (std::int64_t k = 0; k < length; ++k) sum += static_cast<Int128>(a[k]) * b[k];
  return sum;
}

}  // namespace ulpgate::products
