#pragma once
// CUDA's words for functions and variables, as a C++ compiler takes them.
//
// NVIDIA's headers define most of them as nothing, or as what only nvcc understands; they come first, so that
// they do not define them again.
#include <device_launch_parameters.h>
#include <vector_functions.h>
#include <vector_types.h>

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __launch_bounds__
#undef __forceinline__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
// One for each worker, which runs one block at a time. Neither poisoned nor checked: SIMT_SHARED is.
// `extern __shared__`, the launch's dynamic shared memory, has no storage here: SIMT_DYNAMIC_SHARED has.
#define __shared__ /* not extern: that is SIMT_DYNAMIC_SHARED(type, name) */ static thread_local
#ifndef __restrict__
#define __restrict__ __restrict
#endif
