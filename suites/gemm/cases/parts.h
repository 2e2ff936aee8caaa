#pragma once
// Pieces that the lists of cases share.
#include <array>
#include <optional>

#include "suites/gemm/cases.h"

namespace ulpgate::gemm {

struct Sizes {
  std::int64_t m, n, k;
};

/// A number by tier.
std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full);

void set_scalars(const GemmOffer& o, GemmCase& c, double alpha, double beta);

/// What accuracy is judged on.
inline constexpr std::array<Family, 5> accuracy_families{Family::uniform, Family::positive, Family::wide,
                                                         Family::cancelling, Family::order_revealing};

/// A special value of the format: NaN, or an infinity where it has them.
std::optional<std::uint64_t> special_code(const Format& f, std::uint64_t which);

}  // namespace ulpgate::gemm
