#pragma once
#include <array>
#include <utility>

#include "suites/framework/requirement.h"

namespace ulpgate::norm {

/// Of layer_norm, rms_norm and group_norm.
inline constexpr std::array requirements{
    Requirement{
        "NORM-ACC-1", Level::sound,
        "Each element lies within the bound that follows from the claims and the row, whatever its values: "
        "large offsets, near-equal, outliers, near overflow, around the smallest numbers.",
        "A variance by E[x^2] - mean^2, divided by the wrong count or merged with the wrong weights, passes "
        "tests of 1e-2.",
        "reference/bounds/layer_norm.h, rms_norm.h; tenstorrent/tt-metal#35291, amd/IRON#139"},
    Requirement{"NORM-STATS-1", Level::sound,
                "The mean and rstd that are handed out lie within their bounds.",
                "The backward pass is made from them.", "ulpgate/plugin.h, layer_norm; reference/bounds/"},
    Requirement{
        "NORM-AFFINE-1", Level::sound,
        "gamma and beta act by column, of group_norm by channel, each once, in their own formats, as "
        "claimed: "
        "1 + gamma, before or after the result is rounded.",
        "Indexed by row, or read in another format, they are right where all are equal.",
        "ulpgate/plugin.h; deepspeedai/DeepSpeed#692, openxla/xla#10875, NVIDIA/TransformerEngine#1132"},
    Requirement{"NORM-EPS-1", Level::sound,
                "eps is the one that is given, and is added to the variance, inside the root.",
                "Outside the root, scaled with the data, or taken from the storage format it shows in small "
                "rows alone.",
                "ulpgate/plugin.h; tile-ai/tilelang#1243, pytorch/pytorch#189581, apple/coremltools#2822"},
    Requirement{"NORM-CONSTANT-1", Level::sound,
                "Rows of one number, of zeros and of one element are right: beta, but for what the mean's "
                "rounding takes.",
                "A variance below zero is NaN under the root.",
                "ulpgate/plugin.h; reference/bounds/layer_norm.h"},
    Requirement{"NORM-SIGN-1", Level::sound,
                "With x and beta negated, y and mean are negated and rstd stays, bit for bit.",
                "Rounding to nearest knows no sign.", "ulpgate/plugin.h, claim accumulator: nearest even"},
    Requirement{
        "NORM-SCALE-1", Level::faithful,
        "With x doubled and eps quadrupled, y has the same bits, where nothing leaves the normal numbers.",
        "A correctly rounded root knows no scale; a table may.", "ulpgate/plugin.h, claim rsqrt"},
    Requirement{"NORM-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/layer_norm.h, rms_norm.h"},
};

/// Of group_norm alone.
inline constexpr Requirement group_requirement{
    "NORM-GROUP-1", Level::sound,
    "Mean and variance are those of all elements of a group of neighbouring channels of one batch, and of no "
    "others: of one group as of one for each channel, whatever beside them is.",
    "Statistics of a channel, of a batch or of interleaved channels are right where all groups are alike.",
    "ulpgate/plugin.h, group_norm; Wu and He, Group Normalization (2018), section 3.1"};

inline constexpr auto group_requirements = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array{requirements[I]..., group_requirement};
}
(std::make_index_sequence<requirements.size()>());

/// Of their backward passes.
inline constexpr std::array gradient_requirements{
    Requirement{
        "NORM-GRAD-1", Level::sound,
        "Each element of dx lies within the bound that follows from the claims and the row, statistics as "
        "they "
        "are given.",
        "gamma by the wrong index, a term left out, a mean over the wrong count hide where gamma is 1.",
        "ulpgate/plugin.h, layer_norm_backward; deepspeedai/DeepSpeed#692; reference/bounds/"},
    Requirement{"NORM-GRADPARAM-1", Level::sound,
                "dgamma and dbeta are the sums down their columns, of any number of rows, of group_norm over "
                "batch and "
                "spatial, within their bounds.",
                "Partial sums for a fixed number of lanes, blocks or rows lose or repeat some.",
                "ulpgate/plugin.h; pytorch/pytorch#183861, #192016, #193016; FlagOpen/FlagGems#5392"},
    Requirement{"NORM-GRADZERO-1", Level::sound,
                "Rows of zeros have finite gradients, those of the formula; and where one number arrives for "
                "all, little but its rounding is left.",
                "0 / 0 in a row that was padding.",
                "ulpgate/plugin.h; tracel-ai/burn#1992, pytorch/pytorch#63541"},
    Requirement{"NORM-GRADSUM-1", Level::sound,
                "A row of dx adds up to what its exact elements add up to, within the sum of their bounds.",
                "What is left over moves every element in one direction.",
                "ulpgate/plugin.h, layer_norm_backward"},
    Requirement{
        "NORM-GRADADJOINT-1", Level::sound,
        "In every direction, a row's gradient times it is how much the forward's results, each times the "
        "gradient that arrives, grow along it.",
        "A derivative of another function than the forward's leads training elsewhere, however smooth it is.",
        "ulpgate/plugin.h, layer_norm and its backward: sum(v * dx) = sum(dy * (J v))"},
    Requirement{"NORM-GRADTIGHT-1", Level::quality,
                "How near a search for bad inputs drives the gradient's error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/"},
};

}  // namespace ulpgate::norm
