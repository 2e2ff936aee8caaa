#pragma once
// Delayed scaling: one tensor's scale from the amaxes of past steps (TransformerEngine d0067d0d, recipe
// DelayedScaling).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate::quantize {

/// Paths of one library, which disagree on tensors that were not used, on NaN and near overflow.
enum class UpdatePath {
  bulk,      ///< the fused kernel: a step without an amax leaves history and scale alone; NaN loses
  non_bulk,  ///< always rolls, always looks at the whole history; NaN loses
  unfused,   ///< the same; NaN wins; the quotient by 2^margin comes last
};
enum class HistoryAlgorithm { max, most_recent };

struct DelayedRecipe {
  UpdatePath path = UpdatePath::bulk;
  HistoryAlgorithm algorithm = HistoryAlgorithm::max;
  const Format* element = &formats::e4m3;  ///< whose largest number is mapped to
  bool flush_to_zero = false;
};

struct DelayedState {
  std::vector<float> history;  ///< slot 0, the current step's, first; not empty
  float scale = 1;
  float scale_inverse = 1;
};

/// The amax of the whole history, or of slot 0.
float history_amax(const DelayedRecipe& recipe, const std::vector<float>& history);

/// 1. amax of the history. 2. The history moves by one place: new[i] = old[i + 1], new[L - 1] = old[0],
/// new[0] = 0. 3. scale = max * 2^-margin / amax where that is finite and above 0, else as before; FLT_MAX
/// where infinite. 4. The inverse is RN(1 / scale). `reduced` is the current amax over all devices, 0 where
/// the tensor was not used; bulk takes it in place of slot 0 where it is not 0. The other paths do not look
/// at it.
DelayedState updated(const DelayedRecipe& recipe, const DelayedState& before, float margin,
                     std::optional<float> reduced = std::nullopt);

/// Claims path, algorithm and flush_to_zero; empty, or one sentence.
std::string set_claim(DelayedRecipe& recipe, std::string_view key, std::string_view value);

}  // namespace ulpgate::quantize
