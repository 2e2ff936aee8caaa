#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::attention {

inline constexpr std::array requirements{
    Requirement{
        "ATTN-ACC-1", Level::sound,
        "Each element of o lies within the bound that follows from the claims, the scores and v, "
        "whatever the scores are, also where a block or a part ends.",
        "A rescaling that is left out, or a stale sum, is hidden where the first block has the maximum.",
        "ulpgate/plugin.h, attention; reference/bounds/attention.h"},
    Requirement{"ATTN-LSE-1", Level::sound, "lse lies within its bound, whether scores are large or small.",
                "Without the maximum it overflows; a wrong one spoils every merge and the backward pass.",
                "ulpgate/plugin.h, attention; reference/bounds/attention.h"},
    Requirement{
        "ATTN-SPLIT-1", Level::sound,
        "What is computed of the two sides of a cut, anywhere, makes the whole: the mean of both o, "
        "weighted by e^lse, within what the bounds of both allow; a side that is all -infinity has no "
        "weight.",
        "Parts of a sequence are merged like this, and a merge of -infinity and -infinity gives NaN.",
        "ulpgate/plugin.h, attention; flashinfer-ai/flashinfer#1178"},
    Requirement{
        "ATTN-PLACE-1", Level::sound,
        "A row with one score above -infinity has that row of v for its o, and that score for its lse; "
        "rows whose first or last scores are -infinity, be it a block or a part of them, are right too.",
        "A running maximum that is still -infinity gives NaN.",
        "pytorch/pytorch#127055, flashinfer-ai/flashinfer#1178"},
    Requirement{
        "ATTN-MASKED-1", Level::sound,
        "A row without a score above -infinity, or without any, has lse -infinity and o as claimed, NaN "
        "or zero, at every length.",
        "Rows of padding go through the same kernel, and 0 / 0 spreads from there.",
        "ulpgate/plugin.h, claim masked_row; ml-explore/mlx#1467"},
    Requirement{"ATTN-CONSTANT-1", Level::sound,
                "Where all rows of v are one row, o is that row within its bound.",
                "Weights that do not add up to 1 show at once: parts' means without their weights, sums that "
                "are not the weights' own.",
                "ulpgate/plugin.h: o = softmax(scale * x) * v"},
    Requirement{"ATTN-CAUSAL-1", Level::sound, "Each row sees the scores up to its own place, and no other.",
                "Aligned to the other corner, or off by one, where rows and scores differ in number.",
                "ulpgate/plugin.h, claim causal"},
    Requirement{"ATTN-SCALE-1", Level::sound, "The scale multiplies each score once, in o and in lse.",
                "Folded into another base's exponential, it is left out of one of the two.",
                "ulpgate/plugin.h, attention"},
    Requirement{"ATTN-SHIFT-1", Level::sound,
                "Where the maximum is subtracted first and nothing is split, adding a number to every score "
                "changes no bit of o, if every sum is exact.",
                "What is left of an offset is an exponential that was not shifted.",
                "ulpgate/plugin.h, claim algorithm: the same differences"},
    Requirement{"ATTN-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/attention.h"},
};

}  // namespace ulpgate::attention
