#include "suites/probe/gemm_reach.h"

#include <algorithm>
#include <stdexcept>

namespace ulpgate::probe::box {
namespace {

constexpr int widest_ratio = 100;

}  // namespace

std::optional<Scale> Reach::scale(int ratio, bool within_output) const {
  const Powers pa = powers_of(*a), pb = powers_of(*b), pd = powers_of(*d);
  for (const bool deep : {false, true}) {
    const int operands = deep && subnormals() ? pa.quantum + pb.quantum : pa.normal + pb.normal;
    const int output = deep && d_subnormals ? pd.quantum : pd.normal;
    const int low = std::max({operands, output, accumulator_smallest});
    int high = std::min({pa.largest + pb.largest, accumulator_largest});
    if (within_output) high = std::min(high, pd.largest - 1);
    if (high - low < ratio) continue;
    const int small = std::clamp(-ratio, low, high - ratio);
    return Scale{small + ratio, small};
  }
  return std::nullopt;
}

int Reach::widest(bool within_output) const {
  int ratio = 0;
  while (ratio < widest_ratio && scale(ratio + 1, within_output)) ++ratio;
  return ratio;
}

std::optional<Factors> Reach::product(std::uint64_t significand, int exponent, bool negative) const {
  return product_of(*a, *b, negative, significand, exponent, subnormals());
}

Factors Reach::power(int exponent, bool negative) const {
  const auto factors = product(1, exponent, negative);
  if (!factors) throw std::logic_error("no operands have a product of 2^" + std::to_string(exponent));
  return *factors;
}

}  // namespace ulpgate::probe::box
