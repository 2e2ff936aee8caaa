#pragma once
// What a matrix instruction must do. Ids are never reused; a changed statement gets a new number.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::mma {

inline constexpr std::array requirements{
    Requirement{
        "MMA-EXACT-1", Level::sound,
        "Where no partial sum of products and accumulator can need more bits than are kept, the result is "
        "the exact sum.",
        "Whole numbers leave no room for rounding, so a wrong term, place or width shows at once.",
        "The operation's definition, D = A B + C; reference/bounds/mma.h"},
    Requirement{
        "MMA-ACC-1", Level::sound,
        "An element differs from the exact sum by no more than one instruction's arithmetic can lose: that "
        "of the claimed entry, or what is documented.",
        "An accumulator that is narrower than promised looks right on small numbers.",
        "reference/bounds/mma.h; PTX ISA, mma: precision of products and accumulation"},
    Requirement{
        "MMA-SPECIAL-1", Level::sound,
        "NaN, infinity times zero, and infinities of both signs make NaN, other infinities an infinity, "
        "in the elements whose row, column or accumulator has them, and change no other.",
        "A NaN that is lost, or that reaches a neighbour's element, ruins or hides a training step.",
        "IEEE 754-2019 6.1, 6.2 and 7.2, for each element's own sum"},
    Requirement{
        "MMA-SUBNORMAL-1", Level::faithful,
        "Subnormal operands and accumulators count at their value, or as zeros where the claimed entry "
        "flushes them.",
        "Small gradients are subnormal in fp16 and fp8, and vanish without a sign where they are flushed.",
        "IEEE 754-2019 3.4; the profile's evidence. PTX ISA leaves it open: without a claim a deviation"},
    Requirement{
        "MMA-MODEL-1", Level::faithful,
        "Every result, of every kind of operands and of chains of instructions, has the bits that the "
        "claimed entry gives.",
        "Only bits show a changed alignment, order or rounding within the bound.",
        "fixtures/profiles, with the evidence of each parameter"},
    Requirement{
        "MMA-VECTOR-1", Level::faithful,
        "Published inputs that tell architectures apart give what the claimed architecture is known for.",
        "A handful of inputs names the datapath that ran, whatever was asked for.",
        "fixtures/vectors/tensor_core, with the source of each line"},
    Requirement{
        "MMA-PERMUTE-1", Level::faithful,
        "Products that the claimed entry adds in one step, and scales alike, may change places along k "
        "without changing a bit.",
        "The order of k inside a step is where a lowering or a layout shows.",
        "reference/tensor_core/steps.h, from the profile's entry"},
    Requirement{
        "MMA-PLACE-1", Level::sound,
        "An element depends on its row of A, its column of B, its accumulator and their scales alone, and "
        "not on its place.",
        "Every lane computes alike; one that does not is a broken one.",
        "The operation's definition, D = A B + C"},
    Requirement{
        "MMA-LAYOUT-1", Level::sound,
        "Every element of A, B, C and the scales goes to the element of D where it belongs.",
        "Fragments are spread over lanes and registers; a wrong map is invisible to symmetric inputs.",
        "The operation's definition, D = A B + C; ulpgate/plugin.h: tensors of mma"},
    Requirement{"MMA-REPEAT-1", Level::sound, "The same operands give the same bits in every call.",
                "An instruction has no state.",
                "ulpgate/plugin.h: mma is one instruction, a function of its operands"},
    Requirement{"MMA-STATE-1", Level::sound,
                "A call leaves rounding mode and flush modes of the thread as it found them.",
                "A library that leaves flush-to-zero on changes everything that runs after it.",
                "ulpgate/plugin.h: memory and threads"},
    Requirement{"MMA-WRITE-1", Level::sound,
                "A call writes every element of D, nothing outside of it, and leaves its operands alone.",
                "A stale or overrun output can look right for a long time.",
                "ulpgate/plugin.h: memory and threads"},
};

}  // namespace ulpgate::mma
