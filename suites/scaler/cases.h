#pragma once
// The scripts of the properties: fixed ones, and what RapidCheck draws.
#include "suites/scaler/property.h"

namespace ulpgate::scaler {

Cases scale_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases unscale_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases found_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases after_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases length_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases device_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases shard_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases schedule_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases optimizer_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases progress_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases update_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases ceiling_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases floor_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases low_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases order_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases once_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases load_cases(const ScalerOffer&, Tier, std::uint64_t seed);
Cases short_cases(const ScalerOffer&, Tier, std::uint64_t seed);

/// Any commands, more of those that follow each other in training.
ScalerCase draw_script(const ScalerOffer&, std::uint64_t seed, int size);
/// Whole steps: scale, backward, perhaps unscale, step, update.
ScalerCase draw_training(const ScalerOffer&, std::uint64_t seed, int size);

}  // namespace ulpgate::scaler
