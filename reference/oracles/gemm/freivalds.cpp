#include "reference/oracles/gemm/freivalds.h"

#include <bit>

#include "reference/oracles/gemm/kernels.h"
#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr int prime_bits = 61;
constexpr std::int64_t prime = (std::int64_t{1} << prime_bits) - 1;
constexpr std::int64_t lines_at_once = 32;

/// The integer modulo p, in [0, p). 2^61 is 1 modulo p, so digits of base 2^61 may be added.
std::int64_t residue(Int128 x) {
  while (x < 0 || x > prime) x = (x & prime) + (x >> prime_bits);
  return x == prime ? 0 : static_cast<std::int64_t>(x);
}

/// Congruent to x * y and below 2^63 in magnitude, for |x| <= 2^62 and 0 <= y <= p.
std::int64_t product(std::int64_t x, std::int64_t y) {
  const Int128 full = static_cast<Int128>(x) * y;
  return static_cast<std::int64_t>(full & prime) + static_cast<std::int64_t>(full >> prime_bits);
}

/// Whether `count` products of integers below 2^width with residues fit into 127 bits.
bool fits(int width, std::int64_t count) {
  return width + prime_bits + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))) <= 126;
}

/// splitmix64's output function, as freivalds.h wants it: 61 bits.
std::int64_t weight(std::uint64_t column) {
  std::uint64_t z = (column + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return static_cast<std::int64_t>((z ^ (z >> 31)) >> 3);
}

}  // namespace

RowCheck::RowCheck(const Lines& a, const Lines& b, unsigned threads)
    : a_(a), weights_(static_cast<std::size_t>(b.count)), v_(static_cast<std::size_t>(b.length)) {
  for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] = weight(j);
  const auto blocks = static_cast<std::uint64_t>((b.length + lines_at_once - 1) / lines_at_once);
  for_each_block(blocks, threads, [&](std::uint64_t block, unsigned) {
    const std::int64_t first = static_cast<std::int64_t>(block) * lines_at_once;
    const std::int64_t size = std::min(lines_at_once, b.length - first);
    Int128 sums[lines_at_once] = {};
    std::int64_t integers[lines_at_once];
    const bool narrow = fits(b.width, b.count);
    for (std::int64_t j = 0; j < b.count; ++j) {
      const std::int64_t w = weights_[static_cast<std::size_t>(j)];
      product_kernels().to_integers(b.significands_of(j) + first, b.exponents_of(j) + first,
                                    b.ranges[static_cast<std::size_t>(j)].low, size, integers);
      if (narrow) {
        for (std::int64_t t = 0; t < size; ++t) sums[t] += static_cast<Int128>(integers[t]) * w;
      } else {
        for (std::int64_t t = 0; t < size; ++t) sums[t] += product(integers[t], w);
      }
    }
    for (std::int64_t t = 0; t < size; ++t) v_[static_cast<std::size_t>(first + t)] = residue(sums[t]);
  });
}

std::uint64_t RowCheck::weigh(const Int128* row, std::int64_t first, std::int64_t count) const {
  Int128 sum = 0;
  for (std::int64_t j = 0; j < count; ++j) {
    const auto low = static_cast<std::int64_t>(row[j] & prime);
    const auto middle = static_cast<std::int64_t>((row[j] >> prime_bits) & prime);
    const auto high = static_cast<std::int64_t>(row[j] >> (2 * prime_bits));
    // low + middle is at most 2^62 - 2, and high within 16.
    sum += product(low + middle, weights_[static_cast<std::size_t>(first + j)]);
    sum += static_cast<Int128>(high) * weights_[static_cast<std::size_t>(first + j)];
  }
  return static_cast<std::uint64_t>(residue(sum));
}

std::uint64_t RowCheck::weigh(const std::int64_t* row, std::int64_t first, std::int64_t count) const {
  Int128 sum = 0;
  for (std::int64_t j = 0; j < count; ++j)
    sum += static_cast<Int128>(row[j]) * weights_[static_cast<std::size_t>(first + j)];
  return static_cast<std::uint64_t>(residue(sum));
}

std::uint64_t RowCheck::add(std::uint64_t x, std::uint64_t y) {
  return static_cast<std::uint64_t>(residue(static_cast<Int128>(x) + y));
}

std::uint64_t RowCheck::expected(std::int64_t row) const {
  const bool narrow = fits(a_.width, a_.length);
  Int128 sum = 0;
  for (std::int64_t k = 0; k < a_.length; ++k) {
    const std::int64_t v = v_[static_cast<std::size_t>(k)];
    sum += narrow ? static_cast<Int128>(a_.integer(row, k)) * v : product(a_.integer(row, k), v);
  }
  return static_cast<std::uint64_t>(residue(sum));
}

}  // namespace ulpgate::products
