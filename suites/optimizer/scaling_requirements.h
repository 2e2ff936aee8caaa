#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::optimizer {

inline constexpr std::array unscale_requirements{
    Requirement{
        "UNSCALE-ROUND-1", Level::sound,
        "Each gradient is unscaled as claimed, to the bit: times the correctly rounded fp32 reciprocal of "
        "the scale, or over it, for any scale, 0 and the largest among them.",
        "A product with the reciprocal is not a quotient, and a reciprocal taken in a narrower format is "
        "another one.",
        "ulpgate/plugin.h, unscale_check; pytorch/pytorch#142397, #150255"},
    Requirement{
        "UNSCALE-FOUND-1", Level::sound,
        "A NaN and either infinity is found wherever it stands: first, last, behind the last vector, on "
        "either side of a chunk's end, in any tensor; and nothing is found where there is none.",
        "Vectors, chunks and reductions of multi-tensor kernels end there.",
        "ulpgate/plugin.h, unscale_check; pytorch/pytorch#95847, NVIDIA/apex#1825"},
    Requirement{"UNSCALE-KEEP-1", Level::sound,
                "found_inf as it came is never cleared, and stays as it is where nothing is found.",
                "Calls for several lists of tensors share a flag: the last one must not forget the first.",
                "ulpgate/plugin.h, unscale_check; torch's amp_foreach_non_finite_check_and_unscale"},
    Requirement{
        "UNSCALE-AFTER-1", Level::sound,
        "What is looked at is what is claimed: gradients as they come, as they leave, or both, where a scale "
        "below 1 makes a finite one infinite, or 0 times an infinite reciprocal is NaN.",
        "60000 over 2^-10 overflows fp16 after it was found to be finite.",
        "ulpgate/plugin.h, claim found_at; pytorch/pytorch#99640, #96755, #97415"},
    Requirement{"UNSCALE-ONE-1", Level::sound,
                "Where gradients are multiplied by 1, they keep their bits, those of a NaN too.",
                "A check alone, as fused optimizers ask for, is not to change what it looks at.",
                "ulpgate/plugin.h, unscale_check; torch's amp_foreach_non_finite_check_and_unscale"},
    Requirement{
        "UNSCALE-SIZES-1", Level::sound,
        "Tensors of different sizes, empty ones beside full ones, are unscaled and looked at to their last "
        "element, and no further.",
        "A table of chunks that counts an empty tensor as one shifts all that follow.",
        "ulpgate/plugin.h, unscale_check; NVIDIA/apex#1825, deepspeedai/DeepSpeed#7639"},
    Requirement{"UNSCALE-LONG-1", Level::sound,
                "Tensors of more than 2^20 elements, and many of them, are unscaled to the last.",
                "Limits on chunks of one launch lie between.",
                "ulpgate/plugin.h, unscale_check; NVIDIA/apex#1825, NVIDIA/TransformerEngine#3136"},
    Requirement{
        "UNSCALE-SPARSE-1", Level::sound,
        "Rows of a sparse gradient with one index are added up before they are looked at: finite parts whose "
        "sum is not, are found; and others are not.",
        "40000 twice at one index is 80000, which fp16 does not have.",
        "ulpgate/plugin.h, unscale_check; pytorch/pytorch#36786"},
};

inline constexpr std::array scale_update_requirements{
    Requirement{"UPDATE-RULE-1", Level::sound,
                "Scale and tracker follow the rule: backoff where something was found, growth at exactly the "
                "interval, each product rounded to fp64 and then to fp32.",
                "Growth a step late, or a tracker that an infinity does not reset, is another training.",
                "ulpgate/plugin.h, scale_update; torch/amp/grad_scaler.py"},
    Requirement{
        "UPDATE-SHARDS-1", Level::sound,
        "A flag of any one device, of several, a NaN or a sum of flags counts once, and all shards that are "
        "given the same flags have the same scale.",
        "A flag that is read before the others have arrived makes scales of shards part for ever.",
        "ulpgate/plugin.h, scale_update; pytorch/pytorch#115710"},
    Requirement{
        "UPDATE-LIMIT-1", Level::sound,
        "Growth never makes a scale infinite; backoff goes through subnormal numbers to 0, or to the claimed "
        "floor and no further; the tracker starts again all the same.",
        "An infinite scale never comes back, and 1 over a scale of 0 is infinite.",
        "ulpgate/plugin.h, scale_update; pytorch/pytorch#98828, NVIDIA/apex#834, #715"},
};

}  // namespace ulpgate::optimizer
