#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::optimizer {

inline constexpr std::array adamw_requirements{
    Requirement{
        "OPT-ACC-1", Level::sound,
        "Parameters and both moments after a step lie within the bound that follows from the claims and the "
        "data, for any step number and scalars.",
        "An eps inside the root, a missing bias correction, or decay that is added to the gradient.",
        "ulpgate/plugin.h, adamw_step; reference/bounds/adamw.h"},
    Requirement{
        "OPT-SKIP-1", Level::sound,
        "Where found_inf is not 0, be it 1, a sum of flags or NaN, parameters and moments stay as they are, "
        "to the bit, whatever the gradients hold.",
        "A step that only the caller's side skips, or a flag that is compared with 1.",
        "ulpgate/plugin.h, adamw_step; pytorch/pytorch#95847, #95781, #186360"},
    Requirement{"OPT-STEP-1", Level::sound,
                "The number of the next step is one more where a step was taken, and the same where it was "
                "skipped, whatever the number is.",
                "A counter that moves on a skip corrects the next moments too little; one in a narrow format "
                "stops.",
                "ulpgate/plugin.h, adamw_step; pytorch/pytorch#95847, #95781, #186360"},
    Requirement{"OPT-MASTER-1", Level::sound,
                "The model's copy is the new parameter, rounded to nearest even, to the bit.",
                "A copy of the old parameter, or one that was cut off, drifts from the master.",
                "ulpgate/plugin.h, adamw_step"},
    Requirement{"OPT-SCALE-1", Level::sound, "Gradients are divided by grad_scale, once.",
                "A fused step that ignores it, or applies it to a moment.",
                "ulpgate/plugin.h, adamw_step; pytorch/pytorch#94060"},
    Requirement{"OPT-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/adamw.h"},
};

inline constexpr std::array clip_requirements{
    Requirement{
        "CLIP-ACC-1", Level::sound,
        "The norm, and each gradient times the factor, lie within the bound that follows from the claims "
        "and the data.",
        "A norm of one tensor alone, or a factor that is left out where it is near 1.",
        "ulpgate/plugin.h, clip_grad_norm; reference/oracles/gradient_norm.h"},
    Requirement{
        "CLIP-LIMIT-1", Level::sound,
        "Norms below, at and above the limit, and a norm of 0, are right; the norm that is given is the one "
        "before clipping.",
        "A factor above 1 makes small gradients large.",
        "ulpgate/plugin.h, clip_grad_norm; Lightning-AI/pytorch-lightning#9694, #9599"},
    Requirement{
        "CLIP-SCALE-1", Level::sound,
        "Gradients that are still scaled are clipped as what they are without the scale, whatever it is.",
        "A limit that is compared with the norm times the scale clips everything.",
        "ulpgate/plugin.h, clip_grad_norm; Lightning-AI/pytorch-lightning#9694, #9599"},
    Requirement{"CLIP-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/oracles/gradient_norm.h"},
};

inline constexpr std::array accumulate_requirements{
    Requirement{"ACCUMULATE-ACC-1", Level::sound,
                "Sums of micro-batches lie within the bound that follows from the claims and the data.",
                "Sums in the gradients' format lose what a main gradient in fp32 keeps.",
                "ulpgate/plugin.h, accumulate; reference/oracles/accumulate.h"},
    Requirement{"ACCUMULATE-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/oracles/accumulate.h"},
};

inline constexpr std::array sgd_requirements{
    Requirement{"SGD-ACC-1", Level::sound,
                "Parameters and momentum after a step lie within the bound that follows from the claims and "
                "the data, with and without momentum, dampening and Nesterov's, on the first step and later.",
                "A momentum that starts from dampened gradients, or decay that is not in the momentum.",
                "ulpgate/plugin.h, sgd_step; reference/oracles/sgd.h"},
    Requirement{"SGD-SKIP-1", Level::sound,
                "Where found_inf is not 0, be it 1, a sum of flags or NaN, parameters and momentum stay as "
                "they are, to the bit.",
                "A skipped step that still moves the momentum moves the next step.",
                "ulpgate/plugin.h, sgd_step; pytorch/pytorch#95847, #95781"},
    Requirement{"SGD-MASTER-1", Level::sound,
                "The model's copy is the new parameter, rounded to nearest even, to the bit.",
                "A copy of the old parameter, or one that was cut off, drifts from the master.",
                "ulpgate/plugin.h, sgd_step"},
    Requirement{"SGD-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/oracles/sgd.h"},
};

inline constexpr std::array norm_requirements{
    Requirement{"GRADNORM-ACC-1", Level::sound,
                "The norm of all tensors lies within the bound that follows from the claims and the data.",
                "A norm of norms that forgets a square, a tensor or the last elements.",
                "ulpgate/plugin.h, gradient_norm; reference/oracles/gradient_norm.h"},
    Requirement{"GRADNORM-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/oracles/gradient_norm.h"},
};

}  // namespace ulpgate::optimizer
