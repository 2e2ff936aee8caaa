#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::loss {

/// Of cross_entropy.
inline constexpr std::array requirements{
    Requirement{
        "LOSS-ACC-1", Level::sound,
        "Each loss lies within the bound that follows from the claims and the rows, reduced as claimed.",
        "Sums in a narrow format, and logarithms of them, hide in losses that are averages.",
        "ulpgate/plugin.h, cross_entropy; reference/bounds/cross_entropy.h"},
    Requirement{
        "LOSS-FAR-1", Level::sound,
        "The loss of a class that is far below the largest is the difference, however far; that of an "
        "only class is 0.",
        "A logarithm of a softmax that has underflowed is -infinity where the loss is 200.",
        "ulpgate/plugin.h, cross_entropy; tenstorrent/pytorch2.0_ttnn#1341, cornell-brg/hb-pytorch#61, "
        "pytorch/pytorch#158310"},
    Requirement{"LOSS-IGNORE-1", Level::sound,
                "Rows whose target is to be ignored have loss 0 and do not count in a mean, of none of which "
                "there is "
                "no mean but NaN; that index may be a class, or none.",
                "A mean over all rows pulls the loss down wherever there is padding.",
                "ulpgate/plugin.h, cross_entropy"},
    Requirement{"LOSS-SMOOTH-1", Level::sound,
                "The smoothing's share goes to every class, the target included.",
                "Shared among the others alone, it is another loss.", "ulpgate/plugin.h, cross_entropy"},
    Requirement{
        "LOSS-REDUCE-1", Level::sound,
        "A sum is of all rows' losses, and a mean is divided by as many as count, of any number of rows.",
        "Partial sums for a fixed number of lanes or blocks lose or repeat some.",
        "ulpgate/plugin.h, claim reduction; reference/bounds/cross_entropy.h"},
    Requirement{"LOSS-TARGET-1", Level::sound,
                "A target that is no class is refused, or makes its row's loss NaN and no other's.",
                "Read without a check, it is the logit of another row, or of memory that is no logit.",
                "ulpgate/plugin.h, cross_entropy"},
    Requirement{"LOSS-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/cross_entropy.h"},
};

/// Of cross_entropy_backward.
inline constexpr std::array gradient_requirements{
    Requirement{
        "LOSS-GRAD-1", Level::sound,
        "Each element of the gradient lies within the bound that follows from the claims and the rows.",
        "The target's own element is a difference of two numbers that are nearly equal in a trained model.",
        "ulpgate/plugin.h, cross_entropy_backward; reference/bounds/cross_entropy.h"},
    Requirement{"LOSS-GRADIGNORE-1", Level::sound,
                "Rows whose target is to be ignored have gradient 0, and do not count in a mean.",
                "A gradient for what was ignored trains on padding.",
                "ulpgate/plugin.h, cross_entropy_backward"},
    Requirement{"LOSS-GRADSMOOTH-1", Level::sound,
                "The smoothing's share is taken from every class, the target included.",
                "Shared among the others alone, it is the gradient of another loss.",
                "ulpgate/plugin.h, cross_entropy_backward"},
    Requirement{
        "LOSS-GRADREDUCE-1", Level::sound,
        "The gradient of a sum is that of each row, of a mean that over as many rows as count, of any number "
        "of rows.",
        "Divided by all rows, or twice, it is a learning rate that depends on the padding.",
        "ulpgate/plugin.h, claim reduction; reference/bounds/cross_entropy.h"},
    Requirement{"LOSS-GRADTARGET-1", Level::sound,
                "A target that is no class is refused, or makes its row's gradient NaN and no other's.",
                "Written without a check, it is another row's gradient.",
                "ulpgate/plugin.h, cross_entropy_backward"},
    Requirement{
        "LOSS-GRADSUM-1", Level::sound,
        "A row of gradients adds up to what its exact gradients add up to, which is 0, within the sum "
        "of their bounds.",
        "What is left over moves every logit in one direction.",
        "ulpgate/plugin.h: softmax and the shares of the classes both add up to 1"},
    Requirement{
        "LOSS-GRADADJOINT-1", Level::sound,
        "In every direction, a row's gradient times it is how much the loss, times the gradient that "
        "arrives, "
        "grows along it.",
        "A derivative of another function than the forward's leads training elsewhere, however smooth it is.",
        "ulpgate/plugin.h, cross_entropy and its backward: sum(v * dx) = dloss * (J v)"},
    Requirement{"LOSS-GRADTIGHT-1", Level::quality,
                "How near a search for bad inputs drives the gradient's error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/cross_entropy.h"},
};

}  // namespace ulpgate::loss
