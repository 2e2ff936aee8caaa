#pragma once
// What a matrix multiplication must do. Ids are never reused; a changed statement gets a new number.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::gemm {

inline constexpr std::array requirements{
    Requirement{
        "GEMM-EXACT-1", Level::sound,
        "Where no partial sum in any order can need more bits than the claimed accumulator has, D is the "
        "exact result, rounded once to its format.",
        "Equality needs no tolerance, and most faults of indexing, tiling and masking show here.",
        "IEEE 754-2019 4.3; reference/bounds/gemm.h, no error at all"},
    Requirement{
        "GEMM-ACC-1", Level::sound,
        "D is within the bound that follows from the claimed accumulator, order and formats, and from the "
        "magnitudes of the data.",
        "A narrower accumulator, a dropped term or a silent conversion exceeds it; a tuned tolerance would "
        "not tell.",
        "reference/bounds/gemm.h; N. Higham, Accuracy and Stability of Numerical Algorithms, 3.1"},
    Requirement{
        "GEMM-ROUND-1", Level::sound,
        "The sum is rounded to D once and as claimed: ties, results beyond the largest finite value, and "
        "subnormal results.",
        "Epilogues truncate, saturate and flush where nobody looks.",
        "IEEE 754-2019 4.3, 7.4 and 7.5; ulpgate/plugin.h, claims of gemm"},
    Requirement{"GEMM-SUBNORMAL-1", Level::sound,
                "Subnormal elements of A and B count as their value, unless flushing is claimed.",
                "Some matrix instructions flush subnormal fp16 and bf16 operands.",
                "IEEE 754-2019 3.4; pytorch/pytorch#182952, microsoft/onnxruntime#13352"},
    Requirement{"GEMM-BITS-1", Level::sound, "Every significand bit of A and of B reaches D.",
                "Operands are cut to tf32, bf16 or fp16 on the way without being asked to.",
                "ulpgate/plugin.h, claim inputs; pytorch/pytorch#53635, ROCm/Tensile#1583"},
    Requirement{
        "GEMM-SPECIAL-1", Level::sound,
        "NaN and infinity reach exactly the elements that arithmetic says, as the class that it says; all "
        "others are what they are without them.",
        "Padding by zero times NaN, skipped zeros and operands split in two leak or lose them.",
        "IEEE 754-2019 6.1, 6.2 and 7.2; uxlfoundation/oneDNN#5717, pytorch/pytorch#171034"},
    Requirement{"GEMM-BETA-1", Level::sound, "Where beta is 0, C is not read, whatever it holds.",
                "0 * NaN is NaN, and outputs are not initialised.",
                "BLAS Technical Forum Standard, C.2; pytorch/pytorch#96037, ROCm/rocBLAS#125"},
    Requirement{
        "GEMM-ALPHA-1", Level::sound,
        "Where alpha is 0 or k is 0, D is beta * C; NaN in A and B count as claimed.",
        "Paths of one library disagree, and empty sums leave D untouched.",
        "BLAS Technical Forum Standard, C.2; Reference-LAPACK/lapack#1077; ulpgate/plugin.h, alpha_zero"},
    Requirement{
        "GEMM-SCALE-1", Level::sound,
        "alpha and beta multiply as stated, each once; doubling alpha doubles a result without C bit for "
        "bit, where nothing overflows or becomes subnormal.",
        "Fast paths drop a factor, or apply it to the wrong term.",
        "ulpgate/plugin.h, gemm; pytorch/pytorch#136299, ml-explore/mlx#2695"},
    Requirement{"GEMM-BIAS-1", Level::sound,
                "The bias is added before the result is rounded to D's format, element j to column j.",
                "An epilogue that rounds first loses what the bias cancels.",
                "ulpgate/plugin.h, gemm; pytorch/pytorch#180875"},
    Requirement{"GEMM-OPSCALE-1", Level::sound, "Scales of A and B multiply what they belong to, each once.",
                "An fp8 result is its scales' as much as its codes'.",
                "ulpgate/plugin.h, gemm; OCP Microscaling 1.0, 6.2"},
    Requirement{
        "GEMM-AMAX-1", Level::sound,
        "amax is the largest magnitude of the results of all problems: of those before they are rounded "
        "to D's format, or of D's elements, as claimed; NaN where a result is one and that is claimed.",
        "The next step's scale is made from it: one wrong amax spoils a tensor that is right.",
        "ulpgate/plugin.h, gemm and claim amax; NVIDIA cuBLAS documentation, "
        "CUBLASLT_MATMUL_DESC_AMAX_D_POINTER"},
    Requirement{"GEMM-SHAPE-1", Level::sound, "Every shape is right: m, n and k from 1 to 70, and 0.",
                "Tails of tiles are other code than tiles.",
                "ulpgate/plugin.h, gemm; uxlfoundation/oneDNN#5717"},
    Requirement{
        "GEMM-TALL-1", Level::sound,
        "More than 65535 problems in a batch, and more than half a million rows, are right to the last.",
        "Launch grids and 16-bit counters end there.",
        "pytorch/pytorch#25241, #22078; tensorflow/tensorflow#29374"},
    Requirement{
        "GEMM-STRIDE-1", Level::sound,
        "Results do not depend on how operands lie in memory: transposes, leading dimensions, strides and "
        "batch strides, interleaved and zero ones included.",
        "Strides taken from the shape read the neighbour.",
        "ulpgate/plugin.h, gemm; ROCm/aiter#5385, numpy/numpy#29164"},
    Requirement{"GEMM-ALIGN-1", Level::sound, "Operands may begin at any element.",
                "Vector loads assume 16 bytes.",
                "ulpgate/plugin.h, memory and threads; pytorch/pytorch#92201"},
    Requirement{"GEMM-ALIAS-1", Level::sound, "C may be D.",
                "An epilogue that writes a tile before it has read all of C.",
                "ulpgate/plugin.h, gemm; BLAS Technical Forum Standard, C.2"},
    Requirement{"GEMM-SELF-1", Level::sound,
                "A times its own transpose is right where both are the same memory.",
                "Aliased operands take a path for symmetric products, which is other code.",
                "ulpgate/plugin.h, gemm; numpy/numpy#31776, OpenMathLib/OpenBLAS#5811"},
    Requirement{"GEMM-WRITE-1", Level::sound,
                "A call writes every element of D, nothing else, and leaves its inputs alone.",
                "A stale or overrun output can look right for a long time.",
                "ulpgate/plugin.h, memory and threads"},
    Requirement{
        "GEMM-READ-1", Level::sound,
        "No byte that belongs to no element of an input matters: between rows, around the matrix, behind "
        "the last k.",
        "What lies there is zero in tests and NaN in production.",
        "ulpgate/plugin.h, memory and threads; Dao-AILab/flash-attention#1745"},
    Requirement{"GEMM-INDEX-1", Level::sound, "Offsets beyond 2^31 elements are reached.",
                "A 32-bit product of batch, row and stride wraps.",
                "pytorch/pytorch#196431, NVIDIA/cutlass#3307; ulpgate/plugin.h: strides are int64"},
    Requirement{"GEMM-REPEAT-1", Level::sound, "The same call gives the same bits, unless claimed otherwise.",
                "Atomics and stale workspaces make results depend on time.",
                "ulpgate/plugin.h, claim deterministic; NVIDIA cuBLAS documentation, 2.1.4"},
    Requirement{"GEMM-STATE-1", Level::sound,
                "A call leaves rounding mode and flush modes of the thread as it found them.",
                "A library that leaves flush-to-zero on changes everything that runs after it.",
                "ulpgate/plugin.h, memory and threads; pytorch/pytorch#126848"},
    Requirement{"GEMM-KNOWN-1", Level::sound,
                "Inputs on which published implementations went wrong give what the claims say.",
                "A fault that was shipped once is shipped again.",
                "The threads named beside each input in fixtures/witnesses/gemm.json"},
    Requirement{"GEMM-PERMUTE-1", Level::faithful, "Exchanging rows of A exchanges rows of D, bit for bit.",
                "A row's place in the matrix decides nothing where rows are independent.",
                "ulpgate/plugin.h, claim batch_invariant"},
    Requirement{
        "GEMM-BATCH-1", Level::faithful,
        "A row of D has the same bits whatever the number of rows and of problems is.",
        "Other tiles or splits for other sizes change results between training and serving.",
        "ulpgate/plugin.h, claim batch_invariant; NVIDIA/TransformerEngine#2986, vllm-project/vllm#55131"},
    Requirement{"GEMM-MODEL-1", Level::faithful,
                "D is bit for bit what the claimed instruction gives in a chain of ascending k.",
                "What ran is what was said to run.", "reference/tensor_core; fixtures/profiles"},
    Requirement{
        "GEMM-ORDER-1", Level::faithful,
        "Where ascending order is claimed of rounded additions, D is bit for bit one chain of them, k "
        "from 0 up, with all products exact or all rounded.",
        "Another order, or parts that are added at the end, give other bits than promised.",
        "ulpgate/plugin.h, claims order and accumulator"},
    Requirement{"GEMM-TIGHT-1", Level::quality,
                "How near a search for bad inputs drives the error to the bound.",
                "A bound that nothing comes near convicts nobody; the ratio says how sharp the verdicts are.",
                "reference/bounds/gemm.h"},
};

}  // namespace ulpgate::gemm
