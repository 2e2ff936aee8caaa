#include "reference/oracles/gemm/binning.h"

namespace ulpgate::products {
namespace {

/// Largest offset of a bin in a line: of a factor of one bit at its top.
int last_bin(const Lines& lines, int step) { return std::max(lines.width - 1, 0) / step; }

/// Nanoseconds to round a sum and to store it.
constexpr double sum_ns = 15;

struct WordFacts {
  int factor_bits;    ///< that a shifted significand may have
  int product_bits;   ///< that a bin may have, the sign and what a carry leaves aside
  double product_ns;  ///< to add a product to its bin
  double bin_ns;      ///< to carry, clear or read a bin
};

Binning cheapest(const Lines& a, const Lines& b, const WordFacts& word) {
  Binning best;
  for (int step = 32; step >= 2; step /= 2) {
    const int a_bits = a.significand_bits + step - 1;
    const int b_bits = b.significand_bits + step - 1;
    // A carry leaves less than 2^(product_bits / 2 + 1) of either sign, far below one product's room.
    const int spare = word.product_bits - 1 - (a_bits + b_bits);
    if (a_bits > word.factor_bits || b_bits > word.factor_bits || spare < 4) continue;
    Binning binning{.step = step, .additions = std::int64_t{1} << std::min(spare, 30)};
    binning.bins = last_bin(a, step) + last_bin(b, step) + 1;
    const auto length = static_cast<double>(a.length);
    const int cleared = binning.bins + 2 * binning.bins_of_limb();
    const double carries = 2 + length / static_cast<double>(binning.additions);
    binning.cost = sum_ns + length * word.product_ns + carries * cleared * word.bin_ns;
    if (best.step == 0 || binning.cost < best.cost) best = binning;
  }
  return best;
}

}  // namespace

Binning binning_32(const Lines& a, const Lines& b) { return cheapest(a, b, {31, 62, 0.45, 0.2}); }
Binning binning_64(const Lines& a, const Lines& b) { return cheapest(a, b, {62, 126, 0.9, 1.0}); }

}  // namespace ulpgate::products
