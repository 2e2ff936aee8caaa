#pragma once
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::autocast {

inline constexpr std::array requirements{
    Requirement{"AUTOCAST-LOW-1", Level::sound,
                "Results of operations of the list lower_precision have the region's format, fp64 apart.",
                "A matrix product that stays in fp32 is right and slow, and nobody notices.",
                "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{"AUTOCAST-FP32-1", Level::sound,
                "Results of operations of the list fp32 are fp32, fp64 apart.",
                "An exponential or a loss in fp16 overflows.",
                "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{"AUTOCAST-RESULT-1", Level::sound,
                "Operations that are given dtype = fp32 where none was given have results in fp32.",
                "A sum in fp16 overflows though its terms do not.",
                "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{"AUTOCAST-WIDEST-1", Level::sound,
                "Operations that promote have results in the widest of their inputs' formats.",
                "Operands of two formats that are narrowed to the first one's lose what the other had.",
                "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{
        "AUTOCAST-MIXED-1", Level::sound,
        "Operations that promote answer with an error where the narrow format that is not the region's comes "
        "before any fp32, and not behind one.",
        "A mixture that is cast in silence to either narrow format loses range or digits.",
        "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h, prioritize()"},
    Requirement{
        "AUTOCAST-BANNED-1", Level::sound,
        "What is banned answers with an error, whatever its inputs' formats are, and nothing else does.",
        "binary_cross_entropy after a sigmoid in fp16 has an infinite gradient.",
        "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{"AUTOCAST-UNLISTED-1", Level::sound,
                "What no list names runs as without autocast, with ordinary promotion.",
                "A list that has one operation too many changes what every model computes.",
                "fixtures/autocast; PyTorch, aten/src/ATen/autocast_mode.h"},
    Requirement{"AUTOCAST-EXPLICIT-1", Level::sound,
                "A given dtype is the result's; calls in place, or into a given output, are left alone.",
                "Who names a format wants that one.",
                "fixtures/autocast; PyTorch, the documentation of torch.amp"},
};

}  // namespace ulpgate::autocast
