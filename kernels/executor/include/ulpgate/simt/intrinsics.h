#pragma once
// The pure functions that CUDA has on the device alone, for the host: CUDA's names and signatures in the
// global namespace. What NVIDIA's headers offer on the host (CUDA 13) is theirs. For host compilers only,
// with -ffp-contract=off.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ulpgate/simt/bit_functions.h"
#include "ulpgate/simt/float_arithmetic.h"
#include "ulpgate/simt/float_conversion.h"
#include "ulpgate/simt/float_functions.h"
#include "ulpgate/simt/integer_functions.h"
#include "ulpgate/simt/math_functions.h"
#include "ulpgate/simt/narrow_arithmetic.h"
#include "ulpgate/simt/narrow_conversion.h"
#include "ulpgate/simt/narrow_functions.h"
