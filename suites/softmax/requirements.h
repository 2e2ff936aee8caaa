#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::softmax {

/// Of softmax and log_softmax.
inline constexpr std::array requirements{
    Requirement{
        "SOFTMAX-ACC-1", Level::sound,
        "Each element lies within the bound that follows from the claims and the row, whatever its values: "
        "large offsets, near-equal, one hot, huge spread, tails of subnormals.",
        "A maximum that is not taken off, a sum in a narrow format and a cheap exponential pass tests of "
        "1e-2.",
        "reference/bounds/softmax.h; huggingface/candle#3717, pytorch/executorch#20090"},
    Requirement{"SOFTMAX-RANGE-1", Level::sound,
                "A softmax lies in [0, 1]; a log-softmax is never above 0 by more than its bound.",
                "Losses below zero, and logarithms of more than one, begin here.",
                "ulpgate/plugin.h; cornell-brg/hb-pytorch#61"},
    Requirement{
        "SOFTMAX-SUM-1", Level::sound,
        "A row adds up to 1, within a bound of its own: what the sum, the division and the rounding of each "
        "element can take.",
        "A denominator that stalls makes every element of a row too large, each a little.",
        "reference/bounds/softmax.h; pytorch/executorch#20090"},
    Requirement{"SOFTMAX-ORDER-1", Level::sound,
                "A larger logit has no smaller result, beyond what the claimed error of exp allows.",
                "A row's largest element must stay the one that is picked.",
                "ulpgate/plugin.h, claims exp and log"},
    Requirement{
        "SOFTMAX-SHIFT-1", Level::sound,
        "Where the maximum is subtracted first, adding a number to every logit changes no bit, if every sum "
        "is exact. (Fused forms, which round max * c, are not held to it.)",
        "What is left of an offset is an exponential that was not shifted.",
        "ulpgate/plugin.h, claim algorithm: the same differences"},
    Requirement{
        "SOFTMAX-PLACE-1", Level::sound,
        "A row with one finite logit is 1 (0 of log-softmax) there, and 0 (-infinity) elsewhere, wherever it "
        "stands.",
        "Merging with a part that is all -infinity gives NaN.",
        "flashinfer-ai/flashinfer#1178, pytorch/pytorch#127055"},
    Requirement{"SOFTMAX-MASK-1", Level::sound,
                "Masks act on their own elements, as claimed: added to scaled logits, or taking them out; "
                "real logits "
                "keep their weight, however low they are.",
                "A finite number in place of -infinity loses to real logits below it.",
                "ulpgate/plugin.h, softmax; flashinfer-ai/flashinfer#4401"},
    Requirement{
        "SOFTMAX-CAUSAL-1", Level::sound,
        "Each row sees the logits up to its own place, and no other, however many rows and logits there "
        "are.",
        "Tiles of rows and of logits end elsewhere; a mask that is right in the first tile says nothing "
        "of the others.",
        "ulpgate/plugin.h, claim causal"},
    Requirement{"SOFTMAX-MASKED-1", Level::sound,
                "Rows without any logit are what is claimed, NaN or zero, at every length.",
                "Paths of one library disagree: zeros here, NaN there.",
                "ulpgate/plugin.h, claim masked_row; ml-explore/mlx#1467, uxlfoundation/oneDNN#4890"},
    Requirement{"SOFTMAX-INFINITY-1", Level::sound,
                "Rows with +infinity are what is claimed, NaN or one hot, wherever it stands.",
                "Back ends disagree, and vector maxima depend on place.",
                "ulpgate/plugin.h, claim infinity; openvinotoolkit/openvino#33456"},
    Requirement{"SOFTMAX-SCALE-1", Level::sound,
                "The scale multiplies each logit once, before the mask is added.",
                "A fused kernel applies it twice, or to the mask.", "ulpgate/plugin.h, softmax"},
    Requirement{"SOFTMAX-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/softmax.h"},
};

/// Of their backward passes.
inline constexpr std::array gradient_requirements{
    Requirement{
        "SOFTMAX-GRAD-1", Level::sound,
        "Each element of the gradient lies within the bound that follows from the claims and the row, y as "
        "it "
        "is given.",
        "Products in a narrow format, and a sum that is left out or taken twice, hide in small gradients.",
        "ulpgate/plugin.h, softmax_backward; reference/bounds/softmax_backward.h"},
    Requirement{
        "SOFTMAX-GRADZERO-1", Level::sound,
        "Where y is 0, as behind a mask, a softmax's gradient is 0; where a log-softmax is -infinity, it is "
        "that of dy alone, where all of dy is finite.",
        "A masked row gives NaN to the layer before it.", "ulpgate/plugin.h; uxlfoundation/oneDNN#4890"},
    Requirement{
        "SOFTMAX-GRADNAN-1", Level::sound,
        "A NaN or an infinity that arrives where y is 0 makes its whole row NaN, elements whose y is 0 "
        "included.",
        "What is skipped because it cannot count hides that training has gone wrong.",
        "ulpgate/plugin.h: dx = y * (dy - sum(y * dy)), and 0 * NaN and 0 * infinity are NaN"},
    Requirement{
        "SOFTMAX-GRADFAINT-1", Level::sound,
        "Of a log-softmax, the gradient of a class that is all but impossible is its own, down to the "
        "smallest number.",
        "An exponential that is cut off, or taken for 0, stops training where the logit is furthest "
        "off.",
        "ulpgate/plugin.h: dx = dy - exp(y) * sum(dy)"},
    Requirement{
        "SOFTMAX-GRADSUM-1", Level::sound,
        "A row of gradients adds up to what its exact gradients add up to, which is next to nothing where y "
        "is a softmax, within the sum of their bounds.",
        "What is left over moves every logit in one direction.",
        "ulpgate/plugin.h: dx = y * (dy - sum(y * dy))"},
    Requirement{
        "SOFTMAX-GRADADJOINT-1", Level::sound,
        "In every direction, a row's gradient times it is how much the forward's results, each times the "
        "gradient that arrives, grow along it.",
        "A derivative of another function than the forward's leads training elsewhere, however smooth it is.",
        "ulpgate/plugin.h, softmax and its backward: sum(v * dx) = sum(dy * (J v))"},
    Requirement{"SOFTMAX-GRADSCALE-1", Level::sound, "The scale multiplies the gradient once.",
                "Forgotten, it is the gradient for logits that were never scaled.",
                "ulpgate/plugin.h, softmax_backward"},
    Requirement{"SOFTMAX-GRADTIGHT-1", Level::quality,
                "How near a search for bad inputs drives the gradient's error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/softmax_backward.h"},
};

}  // namespace ulpgate::softmax
