#pragma once
// CUDA's names for kernels that a C++ compiler compiles for the executor.
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
// Since CUDA 12.8.
#if __has_include(<cuda_fp6.h>) && __has_include(<cuda_fp4.h>)
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#endif

#include "ulpgate/simt/host_atomic.h"
#include "ulpgate/simt/host_barrier.h"
#include "ulpgate/simt/host_keywords.h"
#include "ulpgate/simt/host_launch.h"
#include "ulpgate/simt/host_memory.h"
#include "ulpgate/simt/host_mma.h"
#include "ulpgate/simt/host_shared.h"
#include "ulpgate/simt/host_thread.h"
#include "ulpgate/simt/host_warp.h"
#include "ulpgate/simt/host_wgmma.h"
#include "ulpgate/simt/intrinsics.h"

// Global for device code; std's for a C++ compiler.
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

#include "ulpgate/simt/host_asm.h"
