#pragma once
// The cases of the properties: fixed ones, and what RapidCheck draws.
#include <cstdint>
#include <vector>

#include "suites/framework/tier.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

using Cases = std::vector<GemmCase>;

/// alpha = 1, beta = 0, packed, row-major.
GemmCase plain_case(const GemmOffer& offer, std::int64_t m, std::int64_t n, std::int64_t k, Family family,
                    std::uint64_t seed);

Cases exact_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases accuracy_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases rounding_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases subnormal_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases bit_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases special_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases beta_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases alpha_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases scale_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases bias_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases operand_scale_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases amax_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases shape_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases tall_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases stride_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases align_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases alias_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases self_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases write_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases read_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases index_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases repeat_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases row_cases(const GemmOffer&, Tier, std::uint64_t seed);
Cases model_cases(const GemmOffer&, Tier, std::uint64_t seed);

/// Any shape up to 70 in m and n, 200 in k; any family that accuracy is judged on.
GemmCase draw_accuracy(const GemmOffer&, std::uint64_t seed, int size);
/// Whole numbers, in any layout.
GemmCase draw_layout(const GemmOffer&, std::uint64_t seed, int size);
/// Whole numbers, packed, any shape.
GemmCase draw_shape(const GemmOffer&, std::uint64_t seed, int size);
/// NaN and infinities planted.
GemmCase draw_special(const GemmOffer&, std::uint64_t seed, int size);

}  // namespace ulpgate::gemm
