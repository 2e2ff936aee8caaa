#pragma once
// What must hold of quantization.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::blocks {

/// Of every operation.
inline constexpr std::array common_requirements{
    Requirement{"BLOCKS-EMPTY-1", Level::sound,
                "No rows, and rows without elements, are answered and leave all else alone.",
                "A launch of no blocks is an error.", "ulpgate/plugin.h: every extent may be 0"},
    Requirement{"BLOCKS-STRIDE-1", Level::sound,
                "Results do not depend on how tensors lie in memory: padding, steps, columns together, "
                "backwards, at any element.",
                "Strides taken from the shape read the neighbour.",
                "ulpgate/plugin.h: strides; memory and threads"},
    Requirement{"BLOCKS-GRID-1", Level::sound, "Rows and columns after the first 65535 are like all others.",
                "A grid of blocks has no more of them along y.",
                "ulpgate/plugin.h; CUDA C++ Programming Guide, compute capabilities"},
    Requirement{"BLOCKS-WRITE-1", Level::sound,
                "A call writes every element of its outputs, nothing else, and leaves its inputs alone.",
                "Lanes past the end wrote into the next column of scales.",
                "ulpgate/plugin.h, memory and threads; pytorch/ao#4186"},
    Requirement{"BLOCKS-READ-1", Level::sound,
                "No byte that belongs to no element of an input matters: between rows, around tensors, where "
                "scales are padded.",
                "Rows outside a group, and padded scales, took part.",
                "ulpgate/plugin.h, memory and threads; NVIDIA/TransformerEngine#3070, tile-ai/tilelang#345"},
    Requirement{"BLOCKS-REPEAT-1", Level::sound, "The same call gives the same bits.",
                "Maxima and roundings do not depend on order; stale workspaces and kept state do.",
                "ulpgate/plugin.h; NVIDIA/TransformerEngine#2044"},
    Requirement{
        "BLOCKS-SIZE-1", Level::sound,
        "Tensors of scales that are too short, too long or turned around are refused, and not touched; of "
        "the right size they are accepted.",
        "A padded size that nobody checks is written, or read, past its end.",
        "ulpgate/plugin.h: ULPGATE_INVALID; pytorch/pytorch#152665, #153254"},
    Requirement{"BLOCKS-STATE-1", Level::sound,
                "A call leaves rounding mode and flush modes of the thread as it found them.",
                "A library that leaves flush-to-zero on changes everything that runs after it.",
                "ulpgate/plugin.h, memory and threads"},
};

inline constexpr std::array amax_requirements{
    Requirement{"AMAX-PLACE-1", Level::sound,
                "The largest magnitude is found wherever it stands, and of either sign.",
                "A reduction that stops after its first tile, or at a width of 32 lanes.",
                "the definition; AMD-AGI/Primus-Turbo#306, vllm-project/vllm-xpu-kernels#520"},
    Requirement{"AMAX-VALUE-1", Level::sound,
                "The amax has the bits of the largest magnitude: zeros of either sign, subnormal numbers, "
                "the largest finite one.",
                "Flushed inputs, and a start at -1 or at the smallest normal number.", "the definition"},
    Requirement{"AMAX-NAN-1", Level::sound,
                "A NaN at any place does to the amax what is claimed; an infinity is the amax.",
                "A maximum that drops a NaN hides a bad tensor.",
                "ulpgate/plugin.h, claim amax_nan; mindspore-ai/mindspore#391, #368"},
    Requirement{"AMAX-BLOCK-1", Level::sound,
                "Each block's amax is that of its own elements, the short ones at the ends included.",
                "Rows beyond the size of an uneven group took part.",
                "the definition; tile-ai/tilelang#345, vllm-project/vllm#49596"},
    Requirement{"AMAX-MERGE-1", Level::sound, "An amax from before is merged, not overwritten.",
                "Of accumulated gradients only the last micro-batch counted.", "marin-community/marin#7659"},
};

inline constexpr std::array quantize_requirements{
    Requirement{
        "QUANT-SCALE-1", Level::sound,
        "Scales follow from amaxes as claimed: from every exponent, on both sides of every number where they "
        "change.",
        "A maximum of another format, an amax rounded to bf16 first, an exponent truncated toward zero, a "
        "flushed quotient.",
        "the claimed recipe; vllm-project/vllm#32201, pytorch/ao#4725, flashinfer-ai/flashinfer#2440, "
        "vllm-project/compressed-tensors#630"},
    Requirement{
        "QUANT-ELEMENT-1", Level::sound,
        "Elements are what scale and cast make of x: ties, their neighbours, every code of a 16-bit format.",
        "Two roundings, truncation, a reciprocal that was rounded to less.",
        "the claimed recipe; IEEE 754-2019 4.3"},
    Requirement{"QUANT-GIVEN-1", Level::sound, "A scale that is given is used, whatever x has become since.",
                "A scale of the current step in the place of the delayed one.",
                "ulpgate/plugin.h, scales given"},
    Requirement{
        "QUANT-RANGE-1", Level::sound,
        "What lies beyond the largest number does what is claimed, and rounding up leaves nothing there.",
        "A power of two rounded down lets 509 become NaN.",
        "ulpgate/plugin.h, claims overflow and infinity; uxlfoundation/oneDNN#5626"},
    Requirement{
        "QUANT-TRIP-1", Level::sound,
        "Times its scale, each code lies as near x as format, block scale and recipe let it: within the "
        "bound of the whole round trip.",
        "Scales that are stored as others than those that were used; a range that is not used up.",
        "reference/bounds/quantize.h"},
    Requirement{"QUANT-ZERO-1", Level::sound, "A block of zeros gives zeros, and the scale that is claimed.",
                "0 / 0; a minimum that is applied after rounding to a power of two.",
                "the claimed recipe; pytorch/ao#4713, vllm-project/vllm#58032"},
    Requirement{"QUANT-SPECIAL-1", Level::sound,
                "NaN and infinity at any place do what is claimed to their block, and nothing to others.",
                "A scale of 2^127 whose reciprocal is flushed: infinity times 0.",
                "the claimed recipe; flashinfer-ai/flashinfer#4023, NVIDIA/TransformerEngine#2408"},
    Requirement{"QUANT-BLOCK-1", Level::sound,
                "Every element is scaled with its own block's scale, the short ones at the ends included.",
                "A width taken from the number of blocks.",
                "the definition; vllm-project/vllm#49596, #47103"},
    Requirement{"QUANT-SHIFT-1", Level::sound,
                "Times a power of two, x gives the same codes, and scales moved by it, as long as nothing "
                "leaves the range.",
                "An identity that knows no oracle.", "the definition of powers of two; the claimed recipe"},
    Requirement{"QUANT-TRANSPOSE-1", Level::sound,
                "The transposed copy is quantized from x by blocks of its own.",
                "The scales of the other copy, or its codes turned around.", "ulpgate/plugin.h, q_t"},
    Requirement{"QUANT-LAYOUT-1", Level::sound,
                "Scales lie where their layout says, and padding holds what is claimed.",
                "Bytes of neighbours mixed, padding left as it was.",
                "ulpgate/plugin.h, claim scale_layout; sgl-project/sglang#25733, vllm-project/vllm#49783"},
    Requirement{
        "QUANT-PACK-1", Level::sound,
        "Elements of four bits lie two a byte in the claimed order, in odd rows, too, whose last byte has "
        "zeros in its other half.",
        "The halves exchanged; the last element of an odd row lost, or joined by what was there.",
        "ulpgate/plugin.h, claim packing"},
    Requirement{"QUANT-RANDOM-1", Level::sound,
                "Stochastic rounding takes the neighbour that the random bits say: always the one below or "
                "above, as often as the fraction says.",
                "Bits of another element, a fraction of another step, a bias.",
                "ulpgate/plugin.h, \"random\"; PTX ISA 8.7, cvt.rs"},
};

inline constexpr std::array dequantize_requirements{
    Requirement{"DEQUANT-VALUE-1", Level::sound,
                "Every code with every kind of scale gives the claimed steps' result.",
                "2^-127 is a subnormal number; 0xFF is NaN; the order of roundings shows.",
                "the claimed rule; OCP Microscaling 1.0"},
    Requirement{"DEQUANT-BLOCK-1", Level::sound, "Every element is multiplied with its own block's scale.",
                "A width taken from the number of blocks.", "the definition; vllm-project/vllm#49596"},
    Requirement{"DEQUANT-LAYOUT-1", Level::sound,
                "Scales are read from where their layout says, whatever padding holds.",
                "Padding that was never written is consumed.",
                "ulpgate/plugin.h, claim scale_layout; NVIDIA/TransformerEngine#3070"},
    Requirement{
        "DEQUANT-PACK-1", Level::sound,
        "Elements of four bits are read from the claimed half of their byte, in odd rows, too, whatever "
        "is in the other half of the last one.",
        "The halves exchanged.", "ulpgate/plugin.h, claim packing"},
};

inline constexpr std::array delayed_requirements{
    Requirement{"DELAYED-UPDATE-1", Level::sound,
                "One update gives scale, inverse and history as claimed, from any history.",
                "A slot cleared before it was read; a largest number of another format.",
                "ulpgate/plugin.h; NVIDIA/TransformerEngine#65"},
    Requirement{"DELAYED-MARGIN-1", Level::sound, "A margin of m divides the scale by 2^m.",
                "The wrong sign.", "ulpgate/plugin.h, margin"},
    Requirement{"DELAYED-SPECIAL-1", Level::sound,
                "NaN, infinity, zeros and subnormal numbers in a history do what is claimed.",
                "Infinite scales; a NaN that stays.", "ulpgate/plugin.h, claim path"},
    Requirement{"DELAYED-WINDOW-1", Level::sound,
                "An amax acts on exactly as many updates as the history is long, from the first one on.",
                "A ring that is rolled the other way, a slot that is never cleared.",
                "ulpgate/plugin.h; Azure/MS-AMP#17"},
    Requirement{"DELAYED-LENGTH-1", Level::sound,
                "Histories of any length are right, also when the length changes from call to call.",
                "A pointer to the history of before.", "NVIDIA/TransformerEngine#2044"},
    Requirement{"DELAYED-STEPS-1", Level::sound,
                "Any sequence of steps, with tensors that are not used in some, leads to the claimed states.",
                "State that only a sequence shows.", "ulpgate/plugin.h, delayed_scale_update"},
};

inline constexpr std::array hadamard_requirements{
    Requirement{"HADAMARD-EXACT-1", Level::sound, "Where no addition can round, the transform has no error.",
                "A sign of another row, a group that begins elsewhere.",
                "the definition; reference/bounds/hadamard.h"},
    Requirement{"HADAMARD-BOUND-1", Level::sound, "Elsewhere the error stays within the bound.",
                "An accumulator of less precision.", "reference/bounds/hadamard.h"},
    Requirement{"HADAMARD-SPECIAL-1", Level::sound,
                "NaN and infinity reach their group of sixteen, and nothing else.", "Groups that overlap.",
                "IEEE 754-2019 6.1, 6.2"},
};

}  // namespace ulpgate::blocks
