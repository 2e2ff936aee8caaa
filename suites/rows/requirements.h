#pragma once
// What must hold for every operation on rows, whatever it computes. What an operation computes is in the
// folders beside this one.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::rows {

inline constexpr std::array requirements{
    Requirement{"ROWS-LENGTH-1", Level::sound,
                "Rows of every length are right: 1, odd and prime ones, either side of powers of two.",
                "Lanes, vectors, blocks and switches between kernels end there.",
                "ulpgate/plugin.h; pytorch/pytorch#143644, #147284"},
    Requirement{
        "ROWS-LONG-1", Level::sound,
        "In rows beyond 131072 and 262144 elements, the last element, and those where powers of two "
        "end, count.",
        "A tail that is left out is lost among many equal terms; where six elements are all there is, "
        "it is not.",
        "ulpgate/plugin.h: every extent; suites/rows/cases/long.cpp"},
    Requirement{"ROWS-EMPTY-1", Level::sound,
                "No rows, and rows without elements, are answered and leave all alone.",
                "A launch of no blocks is an error.", "ulpgate/plugin.h: every extent may be 0"},
    Requirement{
        "ROWS-TALL-1", Level::sound, "More than 65535, 131072 and 1048576 rows are right to the last.",
        "Launch grids and 16-bit counters end there.", "NVIDIA/apex#411, #412; pytorch/pytorch#184826"},
    Requirement{
        "ROWS-SPECIAL-1", Level::sound,
        "NaN and infinity reach exactly the rows that they are in, wherever they stand, as the class that "
        "definition and claims say; rows beside them are what they are without.",
        "A maximum that drops NaN, and reductions that mix rows, depend on place and instruction set.",
        "IEEE 754-2019 6.1, 6.2; tensorflow/tensorflow#12659, microsoft/onnxruntime#22161"},
    Requirement{
        "ROWS-STRIDE-1", Level::sound,
        "Results do not depend on how tensors lie in memory: any order of axes, padding, steps, backwards, "
        "and one element for all.",
        "Strides taken from the shape read the neighbour.",
        "ulpgate/plugin.h: strides; ROCm/rocm-libraries#11387"},
    Requirement{"ROWS-ALIGN-1", Level::sound, "Tensors may begin at any element.",
                "Vector loads assume 16 bytes; heads and tails are other code.",
                "ulpgate/plugin.h, memory and threads"},
    Requirement{"ROWS-ALIAS-1", Level::sound, "y may be x.",
                "A kernel that reads a row again after it has begun to write it.",
                "ulpgate/plugin.h, softmax"},
    Requirement{
        "ROWS-AMAX-1", Level::sound,
        "amax is the largest magnitude of all results: of those before scale_y and their rounding, or of y's "
        "elements, as claimed; 0 where there is none, and a NaN only where a result is one.",
        "The next step's scale is made from it: one wrong amax spoils a tensor that is right.",
        "ulpgate/plugin.h, claim amax; NVIDIA/TransformerEngine, delayed scaling"},
    Requirement{
        "ROWS-OUTSCALE-1", Level::sound,
        "scale_y multiplies each result once, before it is rounded to y's format, whatever its size: "
        "where y saturates, and where it is subnormal.",
        "A scale that is applied after the rounding, twice, or divided by loses what it was made for.",
        "ulpgate/plugin.h, claim scale_y; OCP OFP8 1.0, saturating conversion"},
    Requirement{"ROWS-WRITE-1", Level::sound,
                "A call writes every element of its outputs, nothing else, and leaves its inputs alone.",
                "A stale or overrun output can look right for a long time.",
                "ulpgate/plugin.h, memory and threads"},
    Requirement{
        "ROWS-READ-1", Level::sound,
        "No byte that belongs to no element of an input matters: between rows, around tensors, behind the "
        "last element.",
        "What lies there is zero in tests and NaN in production.",
        "ulpgate/plugin.h, memory and threads; ROCm/rocm-libraries#11387"},
    Requirement{"ROWS-INDEX-1", Level::sound, "Offsets beyond 2^31 elements are reached.",
                "A 32-bit product of row and stride wraps.",
                "pytorch/pytorch#84144, #181555; ulpgate/plugin.h: strides are int64"},
    Requirement{"ROWS-REPEAT-1", Level::sound, "The same call gives the same bits, unless claimed otherwise.",
                "Atomics, races and stale workspaces make results depend on time.",
                "ulpgate/plugin.h, claim deterministic; ROCm/composable_kernel#323"},
    Requirement{"ROWS-STATE-1", Level::sound,
                "A call leaves rounding mode and flush modes of the thread as it found them.",
                "A library that leaves flush-to-zero on changes everything that runs after it.",
                "ulpgate/plugin.h, memory and threads; pytorch/pytorch#126848"},
    Requirement{
        "ROWS-ALONE-1", Level::faithful, "A row has the same bits whatever the number of rows is.",
        "Other kernels for other sizes change results between training and serving.",
        "ulpgate/plugin.h, claim batch_invariant; NVIDIA/TransformerEngine#2986, ggml-org/llama.cpp#10683"},
    Requirement{"ROWS-EQUAL-1", Level::faithful,
                "Equal elements of a row, with equal parameters, have the same bits, wherever they stand.",
                "Heads, tails and vector bodies that compute in other ways break ties that are none.",
                "ulpgate/plugin.h, claim position_invariant"},
};

}  // namespace ulpgate::rows
