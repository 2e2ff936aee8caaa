#pragma once
// The oracles of group normalisation and of its gradients: layer_norm of all the elements of a group's
// channels of one batch, with a gamma and a beta for each channel; sums of a channel over batch and spatial.
//
// Elements lie channel by channel: of `spatial` elements a channel, element i is of channel i / spatial.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/oracles/layer_norm.h"
#include "reference/oracles/norm_backward.h"

namespace ulpgate {

struct GroupNormRow {
  std::span<const double> x;
  std::int64_t spatial = 1;            ///< elements of a channel
  std::span<const double> gamma = {};  ///< of the group's channels; empty: none, which counts as 1
  std::span<const double> beta = {};   ///< empty: none
  double eps = 0;
  const Format* y = nullptr;  ///< as of layer_norm
};

/// Of a group: dx, which is output 0.
struct GroupNormBackwardRow {
  std::span<const double> dy, x;
  std::int64_t spatial = 1;
  std::span<const double> gamma = {};  ///< of the group's channels; empty: none
  double mean = 0, rstd = 1;
};

/// Of a channel: dy and x batch by batch, of `spatial` elements each, and its group's statistics.
struct GroupNormBackwardColumn {
  std::span<const double> dy, x;
  std::int64_t spatial = 1;
  std::span<const double> mean, rstd;  ///< one for each batch
};

/// Outputs are those of LayerNormOutput. Throws std::invalid_argument, with one sentence, as layer_norm_row
/// does, and where x has not `spatial` elements for each gamma and each beta.
std::unique_ptr<RowOracle> group_norm_row(const GroupNormRow& row, const RowArithmetic& arithmetic);
/// Outputs are those of NormBackwardOutput. As above.
std::unique_ptr<RowOracle> group_norm_backward_row(const GroupNormBackwardRow& row,
                                                   const RowArithmetic& arithmetic);
std::unique_ptr<RowOracle> group_norm_backward_column(const GroupNormBackwardColumn& column,
                                                      const RowArithmetic& arithmetic);

}  // namespace ulpgate
