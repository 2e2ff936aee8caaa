#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::loss {

/// Of cross_entropy and its backward pass.
inline constexpr std::array requirements{
    Requirement{
        "LOSS-ACC-1", Level::sound,
        "Each loss, and each element of the gradient, lies within the bound that follows from the claims and "
        "the rows, reduced as claimed.",
        "A logarithm of a softmax that has underflowed is -infinity where the loss is 1000.",
        "ulpgate/plugin.h, cross_entropy; reference/bounds/"},
    Requirement{
        "LOSS-IGNORE-1", Level::sound,
        "Rows whose target is to be ignored have loss 0 and gradient 0, and do not count in a mean; that "
        "index may be a class, or none.",
        "A mean over all rows, or a gradient for what was ignored, trains on padding.",
        "ulpgate/plugin.h, cross_entropy"},
    Requirement{"LOSS-SMOOTH-1", Level::sound,
                "The smoothing's share goes to every class, the target included.",
                "Shared among the others alone, it is another loss.", "ulpgate/plugin.h, cross_entropy"},
    Requirement{"LOSS-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/"},
};

}  // namespace ulpgate::loss
