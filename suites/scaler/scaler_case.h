#pragma once
// A case: how a scaler is made, and a script of commands to it (reference/scalers/script.h). What scripts
// leave open, the gradients' values, follows from the seed.
#include <cstdint>
#include <string>
#include <vector>

#include "reference/scalers/script.h"
#include "suites/scaler/offer.h"

namespace ulpgate::scaler {

struct ScalerCase {
  float init_scale = 65536;
  double growth = 2, backoff = 0.5;
  std::int64_t interval = 2000;
  std::uint32_t fused = 0;  ///< bit i: optimizer i is
  std::uint64_t seed = 0;
  std::size_t lead = 0;  ///< elements from a 64-byte boundary to each tensor
  int late = -1;         ///< of a group of shards: the one that is called last; -1: none
  ScalerScript script;
};

/// As the model takes them; the offer's floor included.
GradScalerOptions options_of(const ScalerOffer& offer, const ScalerCase& c);

/// A tensor of gradients.
struct Gradients {
  int device = 0;
  int shard = 0;
  std::vector<std::uint64_t> codes;
};

/// What backward makes while the scale is `scale`; `step` is the command's place in the script. True
/// gradients are between 2^-12 and 4 in size, of a few values, and come scaled.
std::vector<Gradients> gradients_of(const ScalerOffer& offer, const ScalerCase& c, std::size_t step,
                                    float scale);

/// The loss that "scale" is called with, in fp32: a few numbers.
std::vector<std::uint64_t> outputs_of(const ScalerCase& c, std::size_t step);

/// "init 65536, interval 1, fused 1; scale; backward 0 inf; step 0".
std::string case_text(const ScalerCase& c);

}  // namespace ulpgate::scaler
