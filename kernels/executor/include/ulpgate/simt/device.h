#pragma once
// The executor's names under nvcc: CUDA as it is, with thin wrappers around PTX.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include "ulpgate/simt/device_copy.h"
#include "ulpgate/simt/device_launch.h"
#include "ulpgate/simt/device_mma.h"
#include "ulpgate/simt/device_wgmma.h"
#include "ulpgate/simt/fragment.h"

/// Static shared memory: SIMT_SHARED(float, tile, [32][33]), SIMT_SHARED(int, count, ) for one element.
#define SIMT_SHARED(type, name, ...) __shared__ type name __VA_ARGS__

/// `type* name`: the launch's dynamic shared memory, aligned to 1024 bytes.
#define SIMT_DYNAMIC_SHARED(type, name)                                  \
  extern __shared__ __align__(1024) unsigned char simt_dynamic_shared[]; \
  type* const name = reinterpret_cast<type*>(simt_dynamic_shared)
