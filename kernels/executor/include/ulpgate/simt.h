#pragma once
// One source for a kernel: CUDA under nvcc, the executor under the host's compiler.
#include "ulpgate/simt/build.h"
#if defined(__CUDACC__)
#include "ulpgate/simt/device.h"
#else
#include "ulpgate/simt/host.h"
#endif
