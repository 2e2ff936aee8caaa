#pragma once
// The oracle of group normalisation, forward, one group of one batch at a time: layer_norm of all the
// elements of its channels, with a gamma and a beta for each channel.
//
// Elements lie channel by channel: of `spatial` elements a channel, element i is of channel i / spatial.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/oracles/layer_norm.h"

namespace ulpgate {

struct GroupNormRow {
  std::span<const double> x;
  std::int64_t spatial = 1;            ///< elements of a channel
  std::span<const double> gamma = {};  ///< of the group's channels; empty: none, which counts as 1
  std::span<const double> beta = {};   ///< empty: none
  double eps = 0;
  const Format* y = nullptr;  ///< as of layer_norm
};

/// Outputs are those of LayerNormOutput. Throws std::invalid_argument, with one sentence, as layer_norm_row
/// does, and where x has not `spatial` elements for each gamma and each beta.
std::unique_ptr<RowOracle> group_norm_row(const GroupNormRow& row, const RowArithmetic& arithmetic);

}  // namespace ulpgate
